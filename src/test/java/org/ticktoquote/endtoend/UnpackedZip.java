package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The zip of the build, unpacked in an isolated environment: an empty home, and a PATH of a few programs without Maven. */
final class UnpackedZip {
    /** Programs that every host without Maven has. */
    private static final String PROGRAMS = "bash cat dirname env find head mkdir readlink sed seq setsid sh ssh tar";

    private static final Map<String, Object> WITH_MODES = Map.of("enablePosixFileAttributes", true);

    private final Path folder;

    private UnpackedZip(Path folder) {
        this.folder = folder;
    }

    /** Returns the zip of the build. */
    static Path file() throws IOException {
        Path target = T2qProcess.root().resolve("tools/distribution/target");
        try (Stream<Path> files = Files.list(target)) {
            List<Path> zips =
                    files.filter(file -> file.toString().endsWith(".zip")).toList();
            assertThat(zips).as("zips in %s", target).hasSize(1);
            return zips.get(0);
        }
    }

    /** Unpacks it below a folder. */
    static UnpackedZip in(Path folder) throws IOException {
        try (FileSystem zip = FileSystems.newFileSystem(file(), WITH_MODES);
                Stream<Path> entries = Files.walk(zip.getPath("/"))) {
            for (Path entry : entries.filter(Files::isRegularFile).toList()) {
                Path name = zip.getPath("/").relativize(entry);
                Path to = folder.resolve("unpacked")
                        .resolve(name.subpath(1, name.getNameCount()).toString());
                Files.createDirectories(to.getParent());
                Files.copy(entry, to);
                Files.setPosixFilePermissions(to, Files.getPosixFilePermissions(entry));
            }
        }
        Files.createDirectories(folder.resolve("home"));
        Path programs = Files.createDirectories(folder.resolve("programs"));
        for (String program : PROGRAMS.split(" ")) {
            Path found = Processes.program(program);
            if (found != null) {
                Files.createSymbolicLink(programs.resolve(program), found);
            }
        }
        return new UnpackedZip(folder);
    }

    Path resolve(String name) {
        return folder.resolve("unpacked").resolve(name);
    }

    /** Runs a command in the home with this PATH and a Java, optionally through a command prefix. */
    Ended run(List<String> before, String... command) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(before);
        all.addAll(List.of(
                "env",
                "-i",
                "HOME=" + folder.resolve("home"),
                "PATH=" + folder.resolve("programs"),
                "JAVA_HOME=" + System.getProperty("java.home"),
                "JAVA_TOOL_OPTIONS=-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"));
        all.addAll(List.of(command));
        Path said = Files.createTempFile(folder, "said", ".txt");
        Process process = new ProcessBuilder(all)
                .directory(folder.resolve("home").toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        process.getOutputStream().close();
        if (!process.waitFor(180, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("did not end within 180 s: " + all + "\n" + Files.readString(said));
        }
        return new Ended(process.exitValue(), Files.readString(said, StandardCharsets.UTF_8));
    }

    /** Runs {@code t2q}; it must succeed, except for a run made VOID by a noisy machine. */
    String t2q(List<String> before, String run, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(resolve("t2q").toString()));
        command.addAll(List.of(arguments));
        Ended ended = run(before, command.toArray(String[]::new));
        if (run.isEmpty()
                || !Scenario.noisy(ended.status(), folder.resolve("home").resolve(run))) {
            ended.text(0);
        }
        return ended.text();
    }
}
