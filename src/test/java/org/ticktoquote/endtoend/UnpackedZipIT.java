package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;

/** The release zip on a host with Java, without Maven and without a network. */
class UnpackedZipIT {
    /** {@code group:artifact version} and its licence in the next line. */
    private static final Pattern NAMED = Pattern.compile("(?m)^([\\w.-]+):([\\w.-]+) (\\S+)\n    (.*)$");

    private static final List<String> HURRIED = List.of(
            "--sessions=2",
            "--pairs=3",
            "--window=T0-1s..T0+2s",
            "--warm-up=200ms",
            "--warm-up-limit=4s",
            "--warm-up-tolerance=1000");

    @TempDir
    private static Path folder;

    private static UnpackedZip release;

    @BeforeAll
    static void unpack() throws IOException {
        release = UnpackedZip.in(folder);
    }

    /** Returns the prefix of a command without network; empty if not root. */
    private static List<String> withoutNetwork() {
        return "root".equals(System.getProperty("user.name"))
                ? List.of("unshare", "--net", "sh", "-c", "ip link set lo up && exec \"$@\"", "sh")
                : List.of();
    }

    private static String[] run(String name, String... more) {
        List<String> arguments = new ArrayList<>(List.of("run", "--out", name));
        arguments.addAll(HURRIED);
        arguments.addAll(List.of(more));
        return arguments.toArray(String[]::new);
    }

    private static RunManifest manifest(String run) {
        return RunManifest.read(new RunDirectory(folder.resolve("home").resolve(run)).manifest());
    }

    @Test
    void containsAllPartsOfARelease() throws IOException {
        Set<String> names = new TreeSet<>();
        try (ZipFile zip = new ZipFile(UnpackedZip.file().toFile())) {
            assertThat(zip.stream().map(ZipEntry::getTimeLocal).distinct()).hasSize(1);
            assertThat(zip.stream().map(ZipEntry::getName).map(name -> name.replaceFirst("/.*", "")))
                    .allMatch(name -> name.startsWith("t2q-"));
            zip.stream().forEach(entry -> names.add(entry.getName().replaceFirst("^[^/]*/", "")));
        }
        assertThat(names)
                .contains("t2q", "t2q.jar", "t2q-aeron.jar", "LICENSE", "NOTICE", "README.md", "CHANGELOG.md")
                .contains(
                        "Dockerfile", "docs/run.md", "core/src/main/sbe/market-data.xml", "src/test/go/pricing/main.go")
                .contains("src/test/cpp/pricing/pricing.cpp", "src/test/resources/formats/check_run.py")
                .contains("completions/t2q.bash", "completions/_t2q", "man/man1/t2q.1", "man/man1/t2q-run.1")
                .anyMatch(name -> name.matches("licences/logback-core-[^/]*/LICENSE"))
                .noneMatch(name -> name.endsWith("pom.xml"));
    }

    /** Checks both directions: no unlisted library in the jars, and no listed library missing from them. */
    @Test
    void noticeListsExactlyTheLibrariesInTheJars() throws IOException {
        String notice = Files.readString(release.resolve("NOTICE"));
        assertThat(notice).contains("This product includes software developed by", "uplot", "io.aeron:aeron-driver ");
        Set<String> unnamed = classes(release.resolve("t2q.jar"));
        unnamed.addAll(classes(release.resolve("t2q-aeron.jar")));
        unnamed.removeIf(name -> name.startsWith("org/ticktoquote/"));
        assertThat(unnamed).hasSizeGreaterThan(1_000);
        Matcher library = NAMED.matcher(notice);
        int libraries = 0;
        while (library.find()) {
            libraries++;
            String artifact = library.group(2) + "-" + library.group(3);
            Set<String> own = classes(repository()
                    .resolve(library.group(1).replace('.', '/'))
                    .resolve(library.group(2))
                    .resolve(library.group(3))
                    .resolve(artifact + ".jar"));
            assertThat(unnamed.removeAll(own)).as("%s is in a jar", artifact).isTrue();
            if (!library.group(4).contains("Apache")) {
                assertThat(release.resolve("licences").resolve(artifact)).isNotEmptyDirectory();
            }
        }
        assertThat(libraries).isGreaterThan(20);
        assertThat(unnamed).isEmpty();
    }

    private static Set<String> classes(Path jar) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            return zip.stream()
                    .map(ZipEntry::getName)
                    .filter(name -> name.endsWith(".class") && !name.endsWith("module-info.class"))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    /** Returns the build's local repository, five directories above AssertJ's jar. */
    private static Path repository() {
        Path jar = Path.of(URI.create(Assertions.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toString()));
        return jar.resolve("../../../../..").normalize();
    }

    @LongProof
    @Test
    void measuresWithoutMavenAndNetwork() throws Exception {
        assertThat(release.t2q(List.of(), "", "--version")).containsPattern("t2q \\S+ \\(commit \\S+\\)");
        String output = release.t2q(withoutNetwork(), "a-run", run("a-run"));
        assertThat(output).contains("response").doesNotContain("building");
        RunManifest manifest = manifest("a-run");
        assertThat(manifest.about().product())
                .matches("tick-to-quote \\S+ \\(commit ([0-9a-f]{12,40}(-dirty)?|unknown)\\)");
        assertThat(manifest.observed().host())
                .containsEntry(
                        "applicationJava",
                        System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"))
                .containsEntry("applicationJavaVendor", System.getProperty("java.vendor"))
                .containsKey("applicationJavaFlags");
        assertThat(Files.readAllLines(folder.resolve("home/a-run/report.html")).stream()
                        .filter(line -> line.contains("class=\"environment"))
                        .findFirst())
                .hasValueSatisfying(line -> assertThat(line).contains("s JVM: " + System.getProperty("java.vm.name")));
    }

    @Test
    @FullProof
    void measuresOverOtherHosts() throws Exception {
        HostsNetwork hosts = HostsNetwork.orSkip(folder);
        try {
            String inventory = hosts.inventory("a", "b", "a").toString();
            release.t2q(hosts.among(), "far-run", run("far-run", "--hosts", inventory));
            RunManifest manifest = manifest("far-run");
            assertThat(manifest.observed().host().get("hosts")).isNotBlank();
            assertThat(manifest.observed().host().get("applicationJava"))
                    .startsWith(System.getProperty("java.vm.name"));
            assertThat(manifest.about().state()).isEqualTo(RunManifest.COMPLETE);
        } finally {
            hosts.end();
        }
    }

    @Test
    void bashCompletesCommandsAndOptions() throws Exception {
        String completion = release.resolve("completions/t2q.bash").toString();
        assertThat(completedBy("bash", completion, "pru")).isEqualTo("prune");
        assertThat(completedBy("bash", completion, "recording", "sta")).isEqualTo("stats");
        assertThat(completedBy("bash", completion, "run", "--harness-s")).isEqualTo("--harness-share");
        assertThat(completedBy("bash", completion, "replay", "--plann"))
                .as("hidden")
                .isEmpty();
    }

    private static String completedBy(String shell, String script, String... words) throws Exception {
        String line = Stream.concat(Stream.of("t2q"), Stream.of(words)).collect(Collectors.joining(" "));
        Ended ended = release.run(
                List.of(),
                shell,
                "-c",
                "compopt() { :; }; source '" + script + "'; COMP_WORDS=(" + line + "); COMP_CWORD=" + words.length
                        + "; _complete_t2q; echo \"${COMPREPLY[@]}\"");
        return ended.text(0).strip();
    }

    /** Uses a pseudo-terminal to press the tab key. */
    @Test
    void zshCompletesFromItsFunctionPath() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/zsh")), "SKIPPED: no zsh here");
        Path script = Files.writeString(folder.resolve("tab.zsh"), """
                zmodload zsh/zpty
                zpty -b shell /usr/bin/zsh -f -i
                zpty -w shell 'PS1=; fpath=(%s $fpath); autoload -U compinit; compinit -u -D; echo ready''!'
                zpty -r shell text '*ready!*'
                zpty -w -n shell $'t2q pru\\t'
                zpty -r shell text '*prune*' && print -r -- "$text"
                zpty -w -n shell $'--older-t\\t'
                zpty -r shell text '*--older-than*' && print -r -- "$text"
                zpty -d shell
                """.formatted(release.resolve("completions")));
        Ended ended = release.run(List.of(), "/usr/bin/zsh", "-f", script.toString());
        assertThat(ended.text()).contains("prune", "--older-than");
    }

    @Test
    void manPagesAreValidRoff() throws Exception {
        Path mandoc = Path.of("/usr/bin/mandoc");
        Path groff = Path.of("/usr/bin/groff");
        assumeTrue(Files.isExecutable(mandoc) || Files.isExecutable(groff), "SKIPPED: neither mandoc nor groff here");
        try (Stream<Path> pages = Files.list(release.resolve("man/man1"))) {
            for (String page : pages.map(Path::toString).sorted().toList()) {
                if (Files.isExecutable(mandoc)) {
                    assertSilent(mandoc.toString(), "-T", "lint", "-W", "warning", page);
                }
                if (Files.isExecutable(groff)) {
                    String command = "/usr/bin/env PATH=/usr/bin:/bin " + groff + " -man -ww -z -Tutf8 '" + page + "'";
                    assertSilent(T2qProcess.words(command).toArray(String[]::new));
                }
            }
        }
    }

    private static void assertSilent(String... command) throws Exception {
        Ended ended = release.run(List.of(), command);
        assertThat(ended).as(String.join(" ", command)).isEqualTo(new Ended(0, ""));
    }
}
