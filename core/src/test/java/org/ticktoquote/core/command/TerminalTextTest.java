package org.ticktoquote.core.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TerminalTextTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintWriter writer = TerminalText.writer(new PrintStream(bytes, true, StandardCharsets.UTF_8));

    private String written() {
        writer.flush();
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void showsControlBidirectionalAndInvisibleCharactersAsEscapes() {
        assertThat(TerminalText.visible("a\u001b[31mred\u0007\u009b2J\u007f"))
                .isEqualTo("a\\x1b[31mred\\x07\\x9b2J\\x7f");
        assertThat(TerminalText.visible("\u202egnp.exe\u200b")).isEqualTo("\\u202egnp.exe\\u200b");

        assertThat(TerminalText.visible("EUR/USD\té\n\uD83D\uDE00")).isEqualTo("EUR/USD\té\n\uD83D\uDE00");

        assertThat(TerminalText.line("no\u001b[31m\u0007\r\nnext\té"))
                .isEqualTo("no\\x1b[31m\\x07\\x0d\\x0anext\\x09é");
    }

    @Test
    void writerEscapesOutputOfEveryPrintMethod() {
        writer.print('\u001b');
        writer.printf("%s|", "\u001b]0;x\u0007");
        writer.println("end");
        assertThat(written()).isEqualTo("\\x1b\\x1b]0;x\\x07|end\n");
    }

    @Test
    void writerReportsABrokenPipe() {
        PrintWriter gone = TerminalText.writer(new PrintStream(
                new OutputStream() {
                    @Override
                    public void write(int b) throws IOException {
                        throw new IOException("Broken pipe");
                    }
                },
                false,
                StandardCharsets.UTF_8));
        writer.print("a row");
        gone.print("a row");
        assertThat(writer.checkError()).isFalse();
        assertThat(gone.checkError()).isTrue();
    }

    @Test
    void keepsWindowsLineEndsAndEscapesOtherCarriageReturns() {
        writer.print("a\r");
        writer.print("\nb\rc\n");
        assertThat(written()).isEqualTo("a\r\nb\\x0dc\n");
    }
}
