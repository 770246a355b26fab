package org.ticktoquote.core.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MessageTraceTest {
    @TempDir
    private Path folder;

    private static ByteBuffer fix(String text) {
        return ByteBuffer.wrap(text.replace('|', '\u0001').getBytes(StandardCharsets.ISO_8859_1));
    }

    @Test
    void tracesMessagesWithoutTheirSecrets() throws Exception {
        Path file = folder.resolve("trace");
        MessageTrace trace = MessageTrace.into(file);
        trace.sent(7, "CLIENT-00", fix("8=FIX.4.4|35=A|553=me|554=hunter2|925=hunter3|95=3|96=a=b|10=000|"));
        trace.received(8, "CLIENT-00", ByteBuffer.wrap(new byte[] {1, (byte) 0xab}));
        assertThat(MessageTrace.read(file))
                .containsExactly(
                        new MessageTrace.TracedMessage(
                                7, "CLIENT-00", true, "8=FIX.4.4|35=A|553=me|554=***|925=***|95=3|96=***|10=000|"),
                        new MessageTrace.TracedMessage(8, "CLIENT-00", false, "01ab"));
        assertThat(Files.readString(file)).doesNotContain("hunter");
    }

    @Test
    void skipsATruncatedLineAndReadsNothingFromAMissingFile() throws Exception {
        Path file = Files.writeString(folder.resolve("trace"), "7\tone\t>\t8=FIX.4.4|35=0|\n8\ttw");
        Files.write(file, new byte[] {(byte) 0xc3}, StandardOpenOption.APPEND); // half a character
        assertThat(MessageTrace.read(file)).hasSize(1);
        assertThat(MessageTrace.read(folder.resolve("none"))).isEmpty();
    }

    @Test
    void hidesSecretsAndControlCharactersAndFindsFields() {
        String text = MessageTrace.text(fix("8=FIX.4.4|95=13|96=a|58=b|hunter|1401=99|1402=c|58=d|10=000|"), Set.of());
        assertThat(text).isEqualTo("8=FIX.4.4|95=13|96=***|1401=99|1402=***|58=d|10=000|");
        assertThat(MessageTrace.text(fix("8=FIX.4.4|95=13|96=a|hunter"), Set.of()))
                .isEqualTo("8=FIX.4.4|95=13|96=***");

        text = MessageTrace.text(fix("8=FIX.4.4|58=a\u001b[31m\nb|10=000|"), Set.of());
        assertThat(text).isEqualTo("8=FIX.4.4|58=a?[31m?b|10=000|");
        MessageTrace.TracedMessage message = new MessageTrace.TracedMessage(0, "", true, text);
        assertThat(message.field(58)).isEqualTo("a?[31m?b");
        assertThat(message.field(8)).isEqualTo("FIX.4.4");
        assertThat(message.field(1)).isEmpty();
    }
}
