package org.ticktoquote.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.host.command.T2qLine;
import org.ticktoquote.host.source.HostFixture;

/**
 * Truncated and changed input files: the command reports the problem or does its
 * work. It never prints a stack trace or control characters.
 */
final class DamagedInputsTest {
    private static final int MUTATIONS = 30;
    /** For slow commands. */
    private static final int FEW_MUTATIONS = 9;
    /** For the slowest commands; more with {@code -Dt2q.proof=long}. */
    private static final int MIN_MUTATIONS = System.getProperty("t2q.proof") == null ? 1 : 3;

    /** Values of JSON and YAML. */
    private static final Pattern VALUE =
            Pattern.compile("(?m)(?<=[:,\\[])[ \\t]*(\"[^\"]*\"|[\\w./*+-]+)(?=\\s*[,}\\]]|[ \\t]*$)");

    private static final List<String> VALUES = List.of(("null -1 9223372036854775807 99999999999999999999 1e400"
                    + " \"\" \"\\u001b[31m\" \"\\ud800\" [] {} [null]")
            .split(" "));

    @TempDir
    private Path directory;

    private List<Integer> statuses = List.of(0, 2, 5);
    private int mutations = MUTATIONS;

    @Test
    void clientPlans() throws IOException {
        Path plan = clientPlan();
        damage(plan, "clients", "--check", "--run", directory.toString());
    }

    private Path clientPlan() throws IOException {
        return Files.writeString(directory.resolve("clients.json"), """
                {"run": "11111111-2222-4333-8444-555555555555", "connect": "127.0.0.1:9876", "sessions": 4,
                 "instruments": [{"id": 0, "symbol": "EUR/USD"}, {"id": 1, "symbol": "USD/JPY"}],
                 "echo": {"tag": 278, "transform": "decimal"}, "expectedSnapshots": 1000}
                """);
    }

    @Test
    void comparedFingerprints() throws IOException {
        T2qLine line = new T2qLine();
        assertThat(line.run("host", "fingerprint", "--json")).isZero();
        Path file = Files.writeString(directory.resolve("other.json"), line.out());
        Path same = Files.writeString(directory.resolve("same.json"), line.out());
        damage(file, "host", "diff", same.toString(), file.toString());
    }

    @Test
    void sessionTemplates() throws IOException {
        mutations = FEW_MUTATIONS;
        clientPlan();
        Path template = Files.writeString(directory.resolve("template.yaml"), """
                defaults:
                  beginString: FIX.4.4
                  connect: prices.example.com:9001
                  senderCompId: CLIENT-{index}
                  logonTags: {5001: abc}
                  heartbeat: 30s
                  subscription: per-pair
                  symbol: {tag: 48, naming: mapped}
                  pairs: [EUR/USD, USD/JPY]
                  zeroSize: price
                sessions:
                  2: {senderCompId: SPECIAL, name: special, connect: "10.0.0.7:9002"}
                  3: {readPause: {every: 5s, length: 1s}}
                symbols: {EUR/USD: "4711", USD/JPY: "4712"}
                """);
        damage(template, "clients --check --run " + directory + " --session-template " + template);
    }

    @Test
    void threadPlans() throws IOException {
        mutations = FEW_MUTATIONS;
        Path plan = Files.writeString(directory.resolve("plan.yaml"), """
                sets:
                  fast: 0
                  rest: 0-1
                rules:
                  - who: application
                    threads: [pricing-*, '/io-[0-9]+/']
                    cpus: fast
                  - {who: application-jvm, threads: gc, cpus: 1}
                  - {threads: java, cpus: unmanaged}
                default: rest
                """);
        String own = Long.toString(ProcessHandle.current().pid());
        damage(plan, "threads", "apply", plan.toString(), "--pid", own, "--dry-run");
    }

    /** Without the axis that starts every installed JVM each time. */
    @Test
    void matrices() throws IOException {
        mutations = MIN_MUTATIONS;
        try (InputStream keys = DamagedInputsTest.class.getResourceAsStream("matrix/every-key.yaml")) {
            String whole = new String(Objects.requireNonNull(keys).readAllBytes(), StandardCharsets.UTF_8);
            String named = whole.replace("jvm: each-installed", "jvm: {one: {jvm: hotspot}, other: {jvm: zing}}");
            assertThat(named).isNotEqualTo(whole);
            Path matrix = Files.writeString(directory.resolve("matrix.yaml"), named);
            damage(matrix, "matrix", "check", matrix.toString());
        }
    }

    /** The window is invalid, so that nothing starts. */
    @Test
    void hostInventories() throws IOException {
        mutations = FEW_MUTATIONS;
        Path hosts = Files.writeString(directory.resolve("hosts.yaml"), """
                hosts:
                  here: local
                  load: {ssh: bench@load, directory: .cache/t2q, java: /opt/jdk, address: 10.0.0.1}
                  stock: {ssh: stock, address: stock.example, options: [-p, "2222"]}
                replayer: load
                clients: load
                application: [stock, here]
                """);
        damageOf(hosts, 2, "run", "--hosts", hosts.toString(), "--window", "nonsense");
    }

    @Test
    void comparedPingpongs() throws IOException {
        mutations = FEW_MUTATIONS;
        Path file = directory.resolve("pingpong.json");
        String measure =
                "host pingpong --duration 200ms --warm-up 50ms --rate 200 --sizes 64 --timeout 60s --out " + file;
        T2qLine measured = new T2qLine();
        assertThat(measured.run(measure.split(" "))).as(measured.err()).isZero();
        Path same = Files.copy(file, directory.resolve("same.json"));
        damage(file, "host", "pingpong", "--compare", same.toString(), file.toString());
    }

    /** Uses a host fixture, so that this host is not changed. Failed restores are environment errors. */
    @Test
    void changeLogs() throws IOException {
        Path host = HostFixture.unpack("stock-server", Files.createDirectory(directory.resolve("host")));
        Path log = directory.resolve("changes.jsonl");
        String[] undo = {"host", "--root", host.toString(), "--state", log.toString(), "--undo"};
        new T2qLine().run("host", "--root", host.toString(), "--state", log.toString(), "--apply", "--only", "turbo");
        assertThat(log).isNotEmptyFile();
        statuses = List.of(0, 2, 5, 6);
        damage(log, undo);
    }

    private void damage(Path file, String... command) throws IOException {
        damageOf(file, 0, command);
    }

    /** Damages a file with which the command ends with the given status. */
    private void damageOf(Path file, int status, String... command) throws IOException {
        byte[] whole = Files.readAllBytes(file);
        T2qLine first = new T2qLine();
        assertThat(first.run(command)).as("%s%s", first.out(), first.err()).isEqualTo(status);
        RandomGenerator random =
                new SplittableRandom(file.getFileName().toString().hashCode());
        for (int i = 0; i < mutations; i++) {
            byte[] changed = whole.clone();
            int at = random.nextInt(whole.length);
            changed[at] = (byte) (i % 2 == 0 ? changed[at] ^ 1 << random.nextInt(8) : random.nextInt());
            tryWith(file, changed, "byte " + at + " is " + changed[at], command);
            tryWith(file, Arrays.copyOf(whole, at), "cut at " + at, command);
        }
        String text = new String(whole, StandardCharsets.UTF_8);
        List<MatchResult> values = VALUE.matcher(text).results().toList();
        assertThat(values).hasSizeGreaterThan(4);
        for (int at = 0; at < values.size(); at += MUTATIONS / mutations) {
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
        for (String other :
                new String[] {"", "null", "[]", "{}", "\u0000", "\ufeff", "a: &a [*a]", "[".repeat(5_000)}) {
            tryWith(file, other.getBytes(StandardCharsets.UTF_8), "all is " + other, command);
        }
        Files.delete(file);
        run("missing", command);
        Files.deleteIfExists(file);
        Files.createDirectory(file);
        run("a folder", command);
        Files.delete(file);
    }

    private void tryWith(Path file, byte[] content, String what, String... command) throws IOException {
        Files.write(file, content);
        run(what, command);
    }

    private void run(String what, String... command) {
        T2qLine line = new T2qLine();
        int status = line.run(command);
        String output = line.out() + line.err();
        assertThat(status).as("%s: %s", what, output).isIn(statuses);
        assertThat(output).as(what).doesNotContain("\tat ", "org.ticktoquote.", "com.fasterxml.", "java.lang.");
        assertThat(output.chars().filter(c -> c < ' ' && c != '\n' || c == 0x7f))
                .as("%s: %s", what, output)
                .isEmpty();
    }
}
