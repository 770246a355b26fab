package org.ticktoquote.host.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CommandFilesTest {
    @TempDir
    private Path folder;

    private Path file(String name, String content) throws Exception {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, content);
    }

    private static CommandFiles of(Object... command) {
        return CommandFiles.of(Stream.of(command).map(String::valueOf).toList(), Path.of("java"));
    }

    @Test
    void findsFilesInWordsClassPathsAssignmentsAndFolders() throws Exception {
        Path java = file("bin/java", "");
        Path jar = file("app.jar", "1");
        Path one = file("lib/one.jar", "2");
        Path two = file("lib/deep/two.jar", "3");
        Path agent = file("agent.jar", "4");
        String classPath = jar + ":" + folder.resolve("lib") + ":/nowhere";
        List<String> command = List.of(java.toString(), "-Dagent=" + agent, "-cp", classPath, "{fixPort}", "");
        assertThat(CommandFiles.of(command, java).sums().keySet())
                .containsExactlyInAnyOrder(jar.toString(), one.toString(), two.toString(), agent.toString());
    }

    @Test
    void survivesRoundTripInSha256sumFormat() throws Exception {
        Path jar = file("with blank.jar", "content");
        CommandFiles files = of(jar);
        Path list = folder.resolve("application.sha256");
        files.write(list);
        assertThat(Files.readString(list))
                .isEqualTo("ed7002b439e9ac845f22357d822bac1444730fbdb6016d3ec9432297b9ec9f73  " + jar + "\n");
        assertThat(CommandFiles.read(list)).isEqualTo(files);
        assertThat(CommandFiles.read(folder.resolve("gone"))).isEqualTo(CommandFiles.NONE);
        assertThat(files.differencesFrom(CommandFiles.read(list))).isEmpty();
        assertThat(files.differencesFrom(CommandFiles.NONE)).containsExactly(jar.toString());
        assertThat(CommandFiles.NONE.differencesFrom(files)).containsExactly(jar.toString());
    }

    @Test
    void changedByteChangesTheChecksum() throws Exception {
        Path jar = file("app.jar", "content");
        String before = of(jar).sha256();
        assertThat(before).matches("[0-9a-f]{64}");
        assertThat(of("-jar", jar).sha256()).isEqualTo(before);
        file("app.jar", "contend");
        assertThat(of(jar).sha256()).isNotEqualTo(before);
        assertThat(of("app", "--port", "1").sha256()).as("no files").isEmpty();
    }

    @Test
    void outputsDoNotIdentifyAnApplication() throws Exception {
        Path jar = file("app/org.log.jar", "1");
        Path program = file("app/a.out", "2");
        Path settings = file("app/run/run.json", "{\"product\": \"pricing 1\"}");
        for (String output : List.of(
                "gc.log",
                "dump.hprof",
                "pricing.log",
                "pricing.log.1",
                "pricing.log.2026-11-30.gz",
                "pricing.log-20261130",
                "pricing.log-20261130.xz",
                "pricing.log.old",
                "pricing.pid",
                "nohup.out",
                "hs_err_pid1.log",
                "flight.jfr",
                "logs/trades.csv",
                "log/pricing/trades.csv",
                "tomcat/logs/access.2026-12-01.txt",
                "results/1/.t2q.lock",
                "results/1/ticks.journal",
                "results/2/ticks.journal",
                "results/3/PV-001/run-1/ticks.journal")) {
            file("app/" + output, "output");
        }
        file("app/results/2/run.json", "{\"product\": \"tick-to-quote 1.0\"}");
        file("app/results/3/matrix.json", "{\"product\": \"tick-to-quote 1.0\"}");
        Path app = folder.resolve("app");
        assertThat(of(
                                program,
                                "-Xlog:gc:file=" + app.resolve("gc.log"),
                                "-XX:HeapDumpPath=" + app,
                                "-Djava.io.tmpdir=" + app,
                                "-Dlog.dir=" + app.resolve("log/pricing"),
                                "-Dlog.file=" + app.resolve("pricing.log"),
                                "-cp",
                                app.resolve("run") + ":" + jar)
                        .sums()
                        .keySet())
                .containsExactlyInAnyOrder(jar.toString(), program.toString(), settings.toString());
        assertThat(of("-cp", app).sums().keySet()).containsExactlyInAnyOrder(jar.toString(), settings.toString());
    }

    @Test
    void codeInFoldersNamedLogIdentifiesAnApplication() throws Exception {
        Path type = file("app/com/acme/log/A.class", "1");
        Path text = file("app/com/acme/log/messages.properties", "2");
        Path module = file("app/log/__init__.py", "3");
        file("app/log/trades.csv", "output");
        Path jar = file("logs/app.jar", "4");
        assertThat(of(folder.resolve("app")).sums().keySet())
                .containsExactlyInAnyOrder(type.toString(), text.toString(), module.toString());
        assertThat(of("-cp", folder.resolve("logs")).sums().keySet()).containsExactly(jar.toString());
    }

    @Test
    void findsJarsOfAWildcardAndFilesOfALinkedFolder() throws Exception {
        Path jar = file("1.2/lib/app.jar", "1");
        Path settings = file("1.2/lib/settings.yaml", "2");
        file("1.2/lib/deep/other.jar", "3");
        assertThat(of("-cp", jar.getParent() + "/*").sums().keySet()).containsExactly(jar.toString());
        Path current = Files.createSymbolicLink(folder.resolve("current"), jar.getParent());
        Files.createSymbolicLink(jar.resolveSibling("link"), folder.resolve("1.2"));
        assertThat(of(current).differencesFrom(of(jar.getParent()))).isEmpty();
        assertThat(of(current).sums()).hasSize(3).containsKey(settings.toString());
    }

    /** Which files were found first would depend on the order of the directory. */
    @Test
    void folderOfTooManyFilesIsUnreadable() throws Exception {
        Path data = Files.createDirectory(folder.resolve("data"));
        for (int i = 0; i <= 10_000; i++) {
            Files.createFile(data.resolve("" + i));
        }
        assertThat(of(data).sums()).isEqualTo(Map.of(data.toString(), "unreadable"));
    }

    /** On another host t2q.jar is named by its checksum. */
    @Test
    void comparesContentsAndIgnoresFileNames() throws Exception {
        Path here = file("t2q.jar", "content");
        file("lib/b.jar", "b");
        Path there = file("jars/ed7002b4.jar", "content");
        file("libs/a.jar", "b");
        CommandFiles one = of("-jar", here, folder.resolve("lib"));
        CommandFiles other = of("-jar", there, folder.resolve("libs"));
        assertThat(other.sha256()).isEqualTo(one.sha256());
        assertThat(other.differencesFrom(one)).isEmpty();
        Path more = file("libs/c.jar", "c");
        CommandFiles another = of("-jar", there, folder.resolve("libs"));
        assertThat(another.sha256()).isNotEqualTo(one.sha256());
        assertThat(another.differencesFrom(one)).containsExactly(more.toString());
    }
}
