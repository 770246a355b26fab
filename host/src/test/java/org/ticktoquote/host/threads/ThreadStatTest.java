package org.ticktoquote.host.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.linux.KernelText;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.state.StatLine;
import org.ticktoquote.host.threads.ProcessFiles.ThreadStat;
import org.ticktoquote.host.threads.ProcessFiles.ThreadStatus;

class ThreadStatTest {
    private static final String LINE =
            "4712 (odd) name) S 1 4711 4711 0 -1 4194560 90 0 4 0 150 30 0 0 20 0 1 0 86400000 200000 3000"
                    + " 1844674407370955 1 1 0 0 0 0 0 4096 17663 0 0 0 -1 5 0 0 0 0 0 0 0 0 0 0 0 0 0\n";

    private static Optional<ThreadStat> parse(String text) {
        StatLine line = new StatLine(KernelText.of(text));
        return line.parse() ? ThreadStat.of(line) : Optional.empty();
    }

    @Test
    void readsNameStateGroupStartCpuAndPriority() {
        assertThat(parse(LINE))
                .contains(new ThreadStat(4712, "odd) name", 'S', 4711, 90, 4, 86_400_000, 5, "other", 0));

        assertThat(parse(LINE.replace(" -1 5 0 0 ", " -1 5 80 1 "))).hasValueSatisfying(stat -> {
            assertThat(stat.policy()).isEqualTo("fifo");
            assertThat(stat.priority()).isEqualTo(80);
        });
        assertThat(ThreadStat.policy(2)).isEqualTo("rr");
        assertThat(ThreadStat.policy(4)).isEqualTo("unknown");
        assertThat(parse("")).isEmpty();
        assertThat(parse("4712 (java) S 1 2 3")).as("incomplete").isEmpty();
    }

    /** The kernel can cut a name within a character. */
    @Test
    void readsNamesInUtf8(@TempDir Path root) throws IOException {
        Path task = Files.createDirectories(root.resolve("4712/task/4712"));
        byte[] line = LINE.replace("odd) name", "\u00e9\u20ac").getBytes(StandardCharsets.UTF_8);
        byte[] cut = new byte[line.length - 1];
        int end = "4712 (".length() + 4;
        System.arraycopy(line, 0, cut, 0, end);
        System.arraycopy(line, end + 1, cut, end, cut.length - end);
        Files.write(task.resolve("stat"), cut);

        assertThat(new ProcessFiles(root).stats(4712))
                .extracting(ThreadStat::name)
                .containsExactly("\u00e9\ufffd");
    }

    @Test
    void readsMaskAndSwitches() {
        String text =
                "Name:\tjava\nCpus_allowed_list:\t0-1,4\nvoluntary_ctxt_switches:\t7\nnonvoluntary_ctxt_switches:\t5\n";
        ThreadStatus status = ThreadStatus.parse(KernelText.of(text));
        assertThat(status).isEqualTo(new ThreadStatus(CpuList.parse("0,1,4"), 7, 5));
        assertThat(status.switches()).isEqualTo(12);
    }
}
