package org.ticktoquote.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.ticktoquote.host.command.Refused.assertThatRefused;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.core.control.ReplayerProtocol;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.harness.run.Preflight;
import org.ticktoquote.harness.run.RunPlan;
import org.ticktoquote.harness.settings.RunSettings;
import org.ticktoquote.host.command.T2qLine;
import org.ticktoquote.host.placement.ThreadOwner;
import org.ticktoquote.host.process.CommandRunner;
import org.ticktoquote.host.process.JavaCommand;

/** Runs refused with one line and a status before a directory is created or a process started. */
class RefusedRunTest {
    @TempDir
    private static Path folder;

    private static Path recording;
    private static Path hosts;

    @BeforeAll
    static void generate() throws IOException {
        hosts = Files.writeString(
                folder.resolve("hosts.yaml"), "{hosts: {a: local}, replayer: a, clients: a, application: a}");
        recording = folder.resolve("two.t2q");
        assertThat(new T2qLine().run("generate --length 1min --pairs 2 --out " + recording))
                .isZero();
    }

    private static void addUnlessGiven(List<String> arguments, String option, Path value) {
        if (arguments.stream().noneMatch(argument -> argument.startsWith(option + "="))) {
            arguments.add(option + "=" + value);
        }
    }

    private static Path out() {
        return folder.resolve("results/run");
    }

    private static void assertRefused(int status, String text, String... more) {
        List<String> arguments = new ArrayList<>(List.of("run"));
        arguments.addAll(List.of(more));
        addUnlessGiven(arguments, "--out", out());
        addUnlessGiven(arguments, "--recording", recording);
        T2qLine line = new T2qLine();
        assertThat(line.run(arguments.toArray(String[]::new))).as(line.err()).isEqualTo(status);
        assertThat(line.err()).startsWith("t2q: ").contains(text).doesNotContain("\tat ");
        assertThat(line.err().lines().filter(each -> !each.startsWith("t2q: warning: ")))
                .hasSizeLessThanOrEqualTo(2);
        assertThat(out().getParent()).as("directory of the run").doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --app=/nonexistent {feed}|--app: '/nonexistent' cannot be executed: no such file
            --app=nosuchcommand|--app: 'nosuchcommand' cannot be executed: no such command in PATH
            --app=FOLDER/two.t2q|two.t2q' cannot be executed: it is not executable
            --app=FOLDER|cannot be executed: it is not executable
            --app=sleep {nonsense}|--app: '{nonsense}' is an unknown placeholder, expected some of {feed},
            --app=sleep 'a|--app: 'sleep 'a' has a ' that is not closed
            --window=T0|--window: 'T0' is not a window
            --window=14:00..15:00|--window: '14:00..15:00' holds no tick of
            --window=T0+1s..T0|--window: 'T0+1s..T0' must end after its start
            --feed=nowhere|--feed: 'nowhere' is an unknown feed
            --feed=udp://127.0.0.1|--feed: 'udp://127.0.0.1', expected udp://HOST:PORT
            --feed=udp://127.0.0.1:99999|expected udp://HOST:PORT
            --feed=udp://239.1.1.1:40999?interface=nosuch|no network interface 'nosuch'
            --feed=udp://nosuch.invalid:40999|unknown host nosuch.invalid
            --pairs=3|--pairs: '3', expected a count of 1..2, or pairs such as EUR/USD, USD/JPY
            --pairs=0|--pairs: '0', expected a count of 1..2
            --pairs=+4|--pairs: '+4', expected a count of 1..2
            --pairs=-1|--pairs: '-1', expected a count of 1..2
            --pairs=99999999999999999999|--pairs: '99999999999999999999', expected a count of 1..2
            --pairs=GBP/USD|--pairs: 'GBP/USD' is not in the recording, expected pairs such as EUR/USD, USD/JPY
            --pairs=EUR/USD,eurusd|names a pair twice
            --pairs=,|--pairs: '' is not in the recording
            --id-tag=0|--id-tag: '0', expected a tag
            --id-tag=55|--id-tag: '55', expected a tag
            --id-tag=43|--id-tag: '43', expected a tag
            --id-tag=100000|--id-tag: '100000', expected a tag
            --id-form=octal|--id-form: 'octal', expected decimal, hex or utc-time
            --id-form=hex|--id-form: 'hex', expected decimal (the form of the built-in application)
            --id-form=T:utc-time --app=sleep|--id-form: 'T:utc-time', expected decimal or hex with --match id
            --match-keys=venue-time-ms,size,venue-time-us --match=price|,venue-time-us', expected one unit of the venue time
            --open-snapshots=1000|--open-snapshots: '1000', expected a power of two from 2 to 16777216
            --remembered-prices=1|--remembered-prices: '1', expected a power of two from 2 to 16777216
            --venue-order=both|--venue-order: 'both', expected total or per-venue
            --venue-order=per-venue|'per-venue', expected total, on which a declared model depends
            --suppress-unchanged --app=sleep|--suppress-unchanged: expected --composite with it (a declared model)
            --half-spreads=-1|--half-spreads: '-1', expected 0..1000000 each
            --half-spreads=1,x|--half-spreads: 'x', expected a whole number
            --skew=99999999999|--skew: '99999999999', expected
            --composite=worst|--composite: 'worst', expected best-of-venues or single
            --composite=worst --app=sleep|--composite: 'worst'
            --stale-after=old|--stale-after: 'old' is not a duration
            --conflation=0ms|--conflation: '0ms', expected none, unknown, or an interval above 0
            --conflation=often|--conflation: 'often'
            --app-args=--hold long|--app-args: --hold: 'long' is not a duration
            --app-args=--nonsense|--app-args: --nonsense: unknown option
            --app-args=--threads 1|--app-args: --threads: '1', expected
            --app-args=--check|--app-args: '--check' is set by the run
            --app-args=--echo none|--app-args: '--echo' is set by the run, expected the option --id-tag of the run
            --feed=udp://127.0.0.1:0?x=1|--feed: 'udp://127.0.0.1:0?x=1' has the unknown option 'x=1', expected NAME=VALUE
            --replayer-args=--spin long|--replayer-args: --spin: 'long' is not a duration
            --replayer-args=--cpu -1|--replayer-args: --cpu: '-1', expected 0..
            --replayer-args=--start-in 1s|--replayer-args: '--start-in' is set by the run
            --venues=nosuch.yaml|--venues: nosuch.yaml: no such file
            --venues=../docs/venues/plain-44.yaml --feed=tcp://127.0.0.1:0|'tcp://127.0.0.1:0', expected fix://HOST:0 with
            --venues=../docs/venues/plain-44.yaml --feed=fix://127.0.0.1:5001|'fix://127.0.0.1:5001', expected fix://HOST:0 with
            --venues=../docs/venues/plain-44.yaml --app=sleep {venue.X.port}|of the feed, expected {venue.VENUE.port}
            --app=sleep {venue.X.port}|--app: '{venue.X.port}' is not a venue of the feed, expected --feed fix://HOST:PORT or
            --app=sleep {venue.X.port} {nonsense}|{sessions}, {venue.NAME.host}, {venue.NAME.port}
            --session-template=nosuch.yaml|--session-template: nosuch.yaml: no such file
            --jvm=/nosuch|--jvm: '/nosuch' is not a Java installation, expected
            --jvm=/bin/echo|--jvm: no JVM that runs t2q
            --jvm=/tmp --app=sleep|--jvm: expected only with the built-in application, or with {java}
            --profile-outliers --app=sleep|--profile-outliers: expected only with the built-in application, or with {jvmArgs}
            --profile-outliers --attach=127.0.0.1:9876|--profile-outliers: expected only with the built-in application
            --app-gc-log=/x|--app-gc-log: expected only with --attach, or with --app without {jvmArgs}
            --async-profiler=/opt/x|--async-profiler: expected only with --profile-outliers
            --profile-outliers --async-profiler=/nosuch/x.so|--async-profiler: '/nosuch/x.so' is not a file, expected
            --profile-outliers --async-profiler=/dev/null|--async-profiler: '/dev/null' is not a file, expected
            --jvm-args=-XX:+Nonsense|--jvm-args: no JVM that runs t2q: Unrecognized VM option 'Nonsense'
            --jvm-args=-Xmx1g --app=sleep|--jvm-args: expected only with the built-in application, or with {jvmArgs}
            --jvm-args=-XX:+Nonsense --app=sleep {jvmArgs}|--jvm-args: Unrecognized VM option 'Nonsense'
            --app-args=x --app=sleep|--app-args: expected only with the built-in application
            --jvm-args=-version|--jvm-args: no JVM that runs t2q
            --attach=127.0.0.1:1 --feed=udp://127.0.0.1:0|--attach: expected --feed with it
            --attach=127.0.0.1:1 --feed=tcp://127.0.0.1:0|--attach: expected --feed with it
            --attach=127.0.0.1 --feed=udp://127.0.0.1:40999|--attach: '127.0.0.1', expected HOST:PORT
            --attach=a:b:1 --feed=udp://127.0.0.1:40999|expected HOST:PORT
            --attach=127.0.0.1:0 --feed=udp://127.0.0.1:40999|expected HOST:PORT
            --attach=nosuch.invalid:1 --feed=udp://127.0.0.1:40999|--attach: 'nosuch.invalid' is an unknown host
            --attach=127.0.0.1:1 --feed=udp://127.0.0.1:40999 --jvm=/tmp|--jvm: expected none with --attach
            --start-limit=2h|--start-limit: '7200 s', expected more than 0, and 1h at most
            --drain=100h|--drain: '360000 s', expected 1h at most
            --drain=-1s|'-1s' is not a duration
            --warm-up-limit=100h|--warm-up-limit: '360000 s', expected
            --warm-up=30s --warm-up-limit=10s|--warm-up: '30.0 s', expected at most --warm-up-limit (10.0 s)
            --warm-up-tolerance=NaN|--warm-up-tolerance: 'NaN'
            --warm-up-tolerance=-1|--warm-up-tolerance: '-1', expected a number
            --warm-up-limit=0s|--warm-up-limit
            --fix-port=40000|--fix-port: '40000'
            --app-args=--conflation 100ms|--app-args: '--conflation' is set by the run
            --app=x --attach=h:1 --feed=udp://h:2|--attach: expected no --app with it
            --attach=127.0.0.1:9876|--attach: expected --feed with it
            --speed=NaN|--speed: 'NaN'
            --speed=1e400|--speed: '1e400', expected a number above 0 and up to 1000
            --speed=1e-400|--speed: '1e-400'
            --speed=fast|--speed: 'fast'
            --speed=2f|--speed: '2f', expected a number above 0 and up to 1000
            --speed=0.000000001|is not a speed
            --sessions=1001|--sessions: '1001', expected 1..1000
            --sessions=many|--sessions: 'many', expected a whole number
            --capture-limit=1GB|--capture-limit and --capture-filter: expected only with --capture, or with --hosts if
            --capture-filter=udp|--capture-limit and --capture-filter: expected only with --capture, or with --hosts if
            --capture-filter=udp --hosts=HOSTS|--capture-limit and --capture-filter: expected only with --capture, or with
            --capture-limit=1GB --hosts=HOSTS|--capture-limit and --capture-filter: expected only with --capture, or with
            --recording=nosuch.t2q|--recording: nosuch.t2q: no such file
            --recording=FOLDER|: is a folder, expected a file
            --threads=nosuch.yaml|--threads: nosuch.yaml: no such file
            --profile=prod|--profile: 'prod', expected dev or lab
            --year-base=week|--year-base: 'week', expected fx-week, calendar or whole-seconds
            --hours-per-year=twelve|--hours-per-year: 'twelve', expected a number of hours above 0 and up to 8784
            --hours-per-year=30d|--hours-per-year: '30d', expected a number of hours above 0 and up to 8784
            --hours-per-year=0|--hours-per-year: '0', expected a number of hours above 0 and up to 8784
            --hours-per-year=8785|--hours-per-year: '8785', expected a number of hours above 0 and up to 8784
            """)
    void refusesWrongOptionsWithStatusTwoAndLeavesNothing(String options, String text) {
        String all = options.replace("FOLDER", folder.toString()).replace("HOSTS", hosts.toString());
        assertRefused(2, text, all.split(" (?=--[a-z-]+=)"));
    }

    /** The clients check them on their host. */
    @Test
    void leavesOutFilesOfRemoteClients() throws IOException {
        Path template = Files.writeString(
                folder.resolve("bank.yaml"), "defaults: {password: 'file:/nosuch/x', numbers: /dev/null/x}");
        String inventory = "hosts: {here: {local: true, address: a}, load: {ssh: load}}\n"
                + "replayer: here\napplication: here\nclients: ";
        Path apart = Files.writeString(folder.resolve("apart.yaml"), inventory + "here");
        assertRefused(2, "password: /nosuch/x: no such file", "--hosts=" + apart, "--session-template=" + template);
        Files.writeString(apart, inventory + "load");
        List<String> options =
                List.of("--hosts=" + apart, "--session-template=" + template, "--recording=" + recording);
        RunPlan plan = RunSettings.parse(options).plan(new RunDirectory(out()));
        assertThat(new Preflight(plan).input().ticks()).isPositive();
    }

    /** The replayer checks them on its host. */
    @Test
    void leavesOutAddressAndFilesOfARemoteReplayer() throws IOException {
        Path venues = Files.writeString(
                folder.resolve("venues.yaml"),
                "venues: {V: {logon: {password: 'file:/nosuch/x'}, dictionary: /nosuch/x}}");
        String inventory = "hosts: {here: {local: true, address: a}, load: {ssh: load, address: b}}\n"
                + "application: here\nclients: here\nreplayer: ";
        Path apart = Files.writeString(folder.resolve("replayer.yaml"), inventory + "here");
        assertRefused(2, "password: /nosuch/x: no such file", "--hosts=" + apart, "--venues=" + venues);
        Files.writeString(apart, inventory + "load");
        Files.writeString(
                venues,
                "venues: {V: {logon: {password: 'file:/nosuch/x'}, dictionary: /nosuch/x,"
                        + " tls: {keyStore: /nosuch/x, keyStorePassword: 'env:T2Q_NO_SUCH'}}}");
        List<String> options = List.of(
                "--hosts=" + apart, "--venues=" + venues, "--feed=fix://192.0.2.1:0", "--recording=" + recording);
        RunPlan plan = RunSettings.parse(options).plan(new RunDirectory(out()));
        assertThat(new Preflight(plan).input().feedVenues()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            tcp://192.0.2.1:7000?ttl=1|has the unknown option 'ttl=1'
            udp://192.0.2.1:7000?send-buffer=big|has send-buffer=big
            udp://192.0.2.1:7000?ttl=256|has ttl=256
            """)
    void checksTheFormOfTheFeedOfARemoteReplayer(String feed, String text) throws IOException {
        Path apart = Files.writeString(
                folder.resolve("feed.yaml"),
                "hosts: {here: {local: true, address: a}, load: {ssh: load, address: b}}\n"
                        + "application: here\nclients: here\nreplayer: load");
        List<String> options = List.of("--hosts=" + apart, "--feed=" + feed, "--recording=" + recording);
        RunPlan plan = RunSettings.parse(options).plan(new RunDirectory(out()));
        assertThatRefused(() -> new Preflight(plan).input()).hasMessageContaining(text);
    }

    @Test
    void refusesAFileThatIsNoRecordingAndAnOutputDirectoryInAFile() throws IOException {
        Path file = Files.writeString(folder.resolve("none.t2q"), "x".repeat(500));
        assertRefused(5, "none.t2q: not a sound recording", "--recording=" + file);

        file = Files.writeString(folder.resolve("file"), "x");
        assertRefused(2, "file is a file, expected a folder", "--out=" + file);
        assertRefused(2, "file is a file, expected a folder", "--out=" + file + "/run");
        assertThat(file).hasContent("x");
        assertRefused(2, "--out: '', expected DIR", "--out=");
    }

    @Test
    void refusesADiskWithoutRoom() {
        assumeTrue(Files.isWritable(Path.of("/proc")), "SKIPPED: only root may write to /proc, which has no room");
        assertRefused(6, "/proc/run: its disk has 0 MB free, but a run of ", "--out=/proc/run");
    }

    @Test
    void namesTheOptionThatLimitsTheRoomForCaptures() {
        List<String> options = List.of("--capture=lo", "--capture-limit=1GB", "--recording=" + recording);
        Preflight preflight = new Preflight(RunSettings.parse(options).plan(new RunDirectory(out())));
        ReplayerProtocol.Checked input = preflight.input();
        assertThatThrownBy(() -> preflight.requireRoom(500L << 20, input, ThreadOwner.ALL, "disk"))
                .hasMessageContaining(" MB, 953 MB of it for captures at most (--capture-limit)");
    }

    @Test
    void refusesAJvmThatCannotEndProcesses() {
        List<String> run = List.of("--recording=" + recording, "--out=" + out(), "--app=sleep 9");
        JavaCommand jvm = new JavaCommand(JavaCommand.ownJava(), List.of("-Djna.noclasspath=true", "-Djna.nosys=true"));
        CommandRunner.CommandResult result = CommandRunner.run(jvm.subcommand("run", run), 60);
        assertThat(result.status()).as(result.text()).isEqualTo(6);
        assertThat(result.errors()).contains("t2q: the C library cannot be called: ");
        assertThat(out().getParent()).as("directory of the run").doesNotExist();
    }

    @Test
    void namesAPortUsedByAnotherProcess() throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (ServerSocket tcp = new ServerSocket(0, 1, loopback);
                DatagramSocket udp = new DatagramSocket(new InetSocketAddress(loopback, 0))) {
            String fixPort = "" + tcp.getLocalPort();
            assertRefused(6, "--fix-port: TCP port " + fixPort, "--app", "sleep 9", "--fix-port", fixPort);
            assertRefused(6, ":" + fixPort, "--feed", "tcp://127.0.0.1:" + fixPort);
            String feed = "udp://127.0.0.1:" + udp.getLocalPort();
            assertRefused(6, "UDP port " + udp.getLocalPort(), "--feed", feed);
            assertRefused(6, "UDP port " + udp.getLocalPort(), "--feed", feed, "--app", "sleep 9");
        }
    }

    @Test
    void refusesThreadPlanThatThisHostCannotApply() throws IOException {
        Path far = Files.writeString(folder.resolve("far.yaml"), "rules: []\ndefault: 4000\n");
        assertRefused(6, "far.yaml: it names CPU 4000, and this run may use", "--threads=" + far);
        Path plan = Files.writeString(folder.resolve("plan.yaml"), "rules: []\ndefault: unmanaged\n");
        String feed = "--feed=udp://127.0.0.1:40999";
        String threads = "--threads=" + plan;
        assertRefused(6, "no process that listens at 127.0.0.1:1 is visible", "--attach=127.0.0.1:1", feed, threads);
        assertRefused(6, "at 192.0.2.1:1 runs on another host", "--attach=192.0.2.1:1", feed, threads);
    }
}
