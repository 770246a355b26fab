package org.ticktoquote.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.program.RootCommand;
import org.ticktoquote.host.command.T2qLine;
import picocli.CommandLine.Model.CommandSpec;

final class WireCommandTest {
    private static final Pattern OPTION = Pattern.compile("--[a-z][a-z-]*+");

    @TempDir
    private Path folder;

    /** A socket is not a regular file and cannot be opened, so copying fails after the pipe has been copied. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void keepsThePrivateCopyOfAPipeThatCannotBeMeasured(boolean copyingFails) throws Exception {
        Path pipe = fifo();
        Thread writer = new Thread(() -> write(pipe));
        writer.setDaemon(true);
        writer.start();
        Path socket = folder.resolve("socket");
        Path second = copyingFails ? socket : Files.createFile(folder.resolve("empty"));
        Path run = run();
        T2qLine line = new T2qLine();
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(socket));
            assertThat(line.run("wire", pipe.toString(), second.toString(), "--out", run.toString()))
                    .isNotZero();
        }
        List<Path> kept;
        try (Stream<Path> files = Files.list(folder)) {
            kept = files.filter(file -> file.getFileName().toString().startsWith("run-pipe-"))
                    .toList();
        }
        assertThat(kept).as(line.err()).hasSize(1);
        assertThat(kept.get(0)).hasContent("no capture");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kept.get(0))))
                .isEqualTo("rw-------");
        assertThat(run).doesNotExist();
    }

    /** Nothing writes to the pipe, so opening it would never end. */
    @Test
    @Timeout(300)
    void refusesUnknownStampsBeforeAPipeIsRead() throws Exception {
        T2qLine line = new T2qLine();
        assertThat(line.run("wire", fifo().toString(), "--stamps", "arista", "--out", run().toString()))
                .isEqualTo(2);
        assertThat(line.err()).contains("--stamps: 'arista', expected auto, kernel, ");
        assertThat(run()).doesNotExist();
    }

    @Test
    @Timeout(300)
    void pcapOfARunRefusesAPipeBeforeTheRun() throws Exception {
        T2qLine line = new T2qLine();
        assertThat(line.run("run", "--pcap", fifo().toString(), "--out", run().toString()))
                .isEqualTo(2);
        assertThat(line.err()).contains("is not a regular file, expected one; save the output of a pipe");
        assertThat(new T2qLine().run("run", "--pcap", "-", "--out", run().toString()))
                .isEqualTo(2);
        assertThat(run()).doesNotExist();
    }

    @Test
    void helpNamesNoOptionThatTheCommandLacks() {
        CommandSpec wire =
                RootCommand.commandLine().getSubcommands().get("wire").getCommandSpec();
        Stream<String> named = wire.options().stream()
                .flatMap(option -> Stream.of(option.description()))
                .flatMap(text -> OPTION.matcher(text).results().map(MatchResult::group));
        assertThat(named.filter(name -> wire.findOption(name) == null)).isEmpty();
    }

    private Path run() {
        return folder.resolve("run");
    }

    private Path fifo() throws IOException, InterruptedException {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        return pipe;
    }

    private static void write(Path pipe) {
        try {
            Files.writeString(pipe, "no capture");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
