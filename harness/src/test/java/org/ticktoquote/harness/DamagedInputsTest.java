package org.ticktoquote.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.host.command.T2qLine;

/**
 * Files that a command is given, cut, with other bytes and with other values: the command says what is wrong or does its
 * work. It never ends with a trace, and no control character reaches the terminal.
 */
final class DamagedInputsTest {
    private static final int MUTATIONS = 60;
    private static final Pattern VALUE =
            Pattern.compile("(?<=[:,\\[])\\s*(\"[^\"]*\"|-?\\d+(\\.\\d+)?|true|false|null)(?=\\s*[,}\\]])");
    private static final List<String> VALUES = List.of(
            "null",
            "-1",
            "9223372036854775807",
            "99999999999999999999",
            "1e400",
            "\"\"",
            "\"\\u001b[31m\"",
            "\"\\ud800\"",
            "[]",
            "{}",
            "[null]");

    @TempDir
    private Path directory;

    @Test
    void clientsOfDamagedPlans() throws IOException {
        Path plan = Files.writeString(directory.resolve("clients.json"), """
                {"run": "11111111-2222-4333-8444-555555555555", "connect": "127.0.0.1:9876", "sessions": 3,
                 "instruments": [{"id": 0, "symbol": "EUR/USD"}, {"id": 1, "symbol": "USD/JPY"}],
                 "echo": {"tag": 278, "transform": "decimal"}, "expectedSnapshots": 1000}
                """);
        damage(plan, "clients", "--check", "--run", directory.toString());
    }

    @Test
    void fingerprintsThatAreCompared() throws IOException {
        T2qLine line = new T2qLine();
        assertThat(line.run("host", "fingerprint", "--json")).isZero();
        Path file = Files.writeString(directory.resolve("other.json"), line.out());
        Path same = Files.writeString(directory.resolve("same.json"), line.out());
        damage(file, "host", "diff", same.toString(), file.toString());
    }

    private void damage(Path file, String... command) throws IOException {
        byte[] whole = Files.readAllBytes(file);
        assertThat(new T2qLine().run(command)).isZero();
        RandomGenerator random =
                new SplittableRandom(file.getFileName().toString().hashCode());
        for (int i = 0; i < MUTATIONS; i++) {
            byte[] changed = whole.clone();
            int at = random.nextInt(whole.length);
            changed[at] = (byte) (i % 2 == 0 ? changed[at] ^ 1 << random.nextInt(8) : random.nextInt());
            tryWith(file, changed, "byte " + at + " is " + changed[at], command);
            tryWith(file, Arrays.copyOf(whole, at), "cut at " + at, command);
        }
        String text = new String(whole, StandardCharsets.UTF_8);
        List<MatchResult> values = VALUE.matcher(text).results().toList();
        assertThat(values).hasSizeGreaterThan(4);
        for (int at = 0; at < values.size(); at++) {
            MatchResult value = values.get(at);
            for (int i = at % 2; i < VALUES.size(); i += values.size() > 20 ? 4 : 1) {
                String changed = text.substring(0, value.start(1)) + VALUES.get(i) + text.substring(value.end(1));
                tryWith(
                        file,
                        changed.getBytes(StandardCharsets.UTF_8),
                        value.group(1) + " is " + VALUES.get(i),
                        command);
            }
        }
        for (String other : new String[] {"", "null", "[]", "{}", "\u0000", "[".repeat(5_000)}) {
            tryWith(file, other.getBytes(StandardCharsets.UTF_8), "all is " + other, command);
        }
    }

    private void tryWith(Path file, byte[] content, String what, String... command) throws IOException {
        Files.write(file, content);
        T2qLine line = new T2qLine();
        int status = line.run(command);
        String said = line.out() + line.err();
        assertThat(status).as("%s: %s", what, said).isIn(0, 2, 5);
        assertThat(said).as(what).doesNotContain("\tat ", "org.ticktoquote.", "com.fasterxml.", "java.lang.");
        assertThat(said.chars().filter(c -> c < ' ' && c != '\n' || c == 0x7f))
                .as("%s: %s", what, said)
                .isEmpty();
    }
}
