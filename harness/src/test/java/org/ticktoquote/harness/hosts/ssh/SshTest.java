package org.ticktoquote.harness.hosts.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ticktoquote.host.command.Refused.assertThatRefused;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.file.FileDigest;
import org.ticktoquote.harness.hosts.InventoryHost;

/** Commands for another host, with a script in place of ssh that executes them in a local directory. */
class SshTest {
    @TempDir
    private Path home;

    @TempDir
    private Path folder;

    private Path file;
    private String sha256;

    @BeforeEach
    void write() throws IOException {
        file = Files.writeString(folder.resolve("file"), "a file that is sent");
        sha256 = FileDigest.of(file, "").sha256();
    }

    /** The script gets the command line in {@code $line}. */
    private Ssh ssh(String script) throws IOException {
        Path program = Files.writeString(
                folder.resolve("ssh"), "#!/bin/sh\ncd '" + home + "'\nfor line; do :; done\n" + script + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        return new Ssh(new InventoryHost("b", "bench@b", List.of(), "", "", ""), program.toString());
    }

    private List<String> there() throws IOException {
        try (Stream<Path> all = Files.list(home)) {
            return all.map(each -> each.getFileName().toString()).toList();
        }
    }

    @Test
    void sendsACompleteFile() throws IOException {
        Ssh ssh = ssh("echo warning: no locale >&2; exec sh -c \"$line\"");
        ssh.begin("a folder/jars");
        RemoteHost.send(ssh, file, "a folder/jars/x.jar", "run-1", sha256);
        assertThat(home.resolve("a folder/jars")).isDirectoryContaining("glob:**/x.jar");
        assertThat(home.resolve("a folder/jars/x.jar")).hasSameBinaryContentAs(file);
        assertThat(ssh.has("a folder/jars/x.jar", sha256)).isTrue();
        assertThat(ssh.has("a folder/jars/y.jar", sha256)).isFalse();
    }

    @Test
    void findsJavaInAHomeThatIsCalledJava() throws IOException {
        Ssh ssh = ssh("exec sh -c \"$line\"");
        Files.createDirectories(home.resolve("jvm/java"));
        Files.createFile(Files.createDirectory(home.resolve("bin")).resolve("java"));
        for (String java : List.of("jvm/java", "bin/java", "jdk-21", "")) {
            InventoryHost host = new InventoryHost("b", "bench@b", List.of(), "", java, "");
            String executable = java.isEmpty() ? "java" : java.equals("bin/java") ? java : java + "/bin/java";
            assertThat(RemoteHost.java(new Ssh(host, ssh.program()))).hasToString(executable);
        }
    }

    @Test
    void removesThePartOfAFileThatCouldNotBeSentOrKeepsTheError() throws IOException {
        Ssh broken = ssh("""
                case "$line" in dd*) head -c 3 | sh -c "$line"; echo Connection closed >&2; exit 255 ;; esac
                exec sh -c "$line"
                """);
        assertThatRefused(() -> RemoteHost.send(broken, file, "x.jar", "run-1", sha256))
                .hasMessage("host b: sending " + file + ": Connection closed");
        assertThat(there()).isEmpty();
        Ssh lossy = ssh("""
                case "$line" in dd*) head -c 3 | sh -c "$line"; exit 0 ;; esac
                exec sh -c "$line"
                """);
        assertThatThrownBy(() -> RemoteHost.send(lossy, file, "x.jar", "run-1", sha256))
                .hasMessageContaining("x.jar.run-1 differs from " + file);
        assertThat(there()).isEmpty();

        Ssh ssh = ssh("echo gone >&2; exit 255");
        assertThatThrownBy(() -> RemoteHost.send(ssh, file, "x.jar", "run-1", sha256))
                .hasMessage("host b: sending " + file + ": gone");
    }

    @Test
    void refusesAShellThatPrintsExtraOutput() throws IOException {
        Ssh before = ssh("printf '\\n\\033[1mWelcome to b\\n'; exec sh -c \"$line\"");
        assertThatRefused(() -> before.begin("jars"))
                .hasMessage("host b: its shell printed '?[1mWelcome to b', expected no output");
        Ssh after = ssh("sh -c \"$line\"; echo Bye");
        assertThatThrownBy(() -> after.begin("jars")).hasMessageContaining("its shell printed 'Bye'");
    }

    @Test
    void reportsErrorsOfSshAndOfTheCommand() throws IOException {
        Ssh changed =
                ssh("echo @@@@@@ >&2; echo '@ HAS CHANGED @' >&2; echo 'Host key verification failed.' >&2; exit 255");
        assertThatThrownBy(() -> changed.begin("jars"))
                .hasMessageStartingWith("host b: ssh bench@b: ")
                .hasMessageContaining("HAS CHANGED")
                .hasMessageContaining("Host key verification failed.");
        Files.writeString(home.resolve("jars"), "no folder");
        Ssh ssh = ssh("echo Welcome; exec sh -c \"$line\"");
        assertThatThrownBy(() -> ssh.begin("jars"))
                .hasMessageStartingWith("host b: mkdir: ")
                .hasMessageContaining("jars");
    }
}
