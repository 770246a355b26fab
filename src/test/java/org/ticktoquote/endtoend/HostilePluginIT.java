package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.net.UnclaimedPort;
import org.ticktoquote.replayer.feed.TickEncoder;

/** Misbehaving encoders in real jars are named; the application is never blamed. */
class HostilePluginIT {
    private static final int BAD_INPUT = 5;

    @TempDir
    private Path folder;

    /** The example of the docs with an inserted first statement. */
    private Path encoder(String code) throws Exception {
        String first = "to.putByte(0, (byte) 'Q');";
        String source = Files.readString(T2qProcess.root().resolve("docs/feed-plugin/BinaryEncoder.java"))
                .replace("BinaryEncoder", "HostileEncoder")
                .replace(first, code + first);
        Path file = Files.writeString(folder.resolve("HostileEncoder.java"), source);
        return ExampleJar.of(folder, file.toString(), TickEncoder.class, "example.HostileEncoder");
    }

    private static String feed() throws IOException {
        return "binary+udp://127.0.0.1:" + UnclaimedPort.udp(InetAddress.getLoopbackAddress());
    }

    /** Returns the output of a manual replay, which must end by itself. */
    private String replayed(String code) throws Exception {
        T2qProcess process = T2qProcess.run(
                folder,
                "replay --recording " + Scenario.recording(folder, "--length", "1min", "--pairs", "1")
                        + " --window T0..T0+5s --run " + folder.resolve("by-hand") + " --plugin " + encoder(code)
                        + " --feed " + feed() + " --start-in 50ms");
        assertThat(process.ended(BAD_INPUT).out()).contains("\"failed\"").contains("example.HostileEncoder");
        return process.err();
    }

    @FullProof
    @Test
    void encoderThatThrowsIsNamedAndMakesTheRunVoid() throws Exception {
        Path jar = encoder("if (tick.id() == 20) { throw new StackOverflowError(\"mine\"); } ");
        Scenario scenario = Scenario.coldIn(folder)
                .over("T0..T0+2s", "--length", "1min", "--pairs", "1")
                .with("--feed", feed(), "--plugin", jar.toString())
                .with("--composite", "single", "--half-spreads", "0,1,2,3,5", "--app", BinaryGateway.command());
        assertThat(scenario.run(3).err())
                .contains("example.HostileEncoder failed at tick 20: java.lang.StackOverflowError: mine");
        assertThat(scenario.summary().rules("VOID")).isNotEmpty();
        Processes.awaitNone(scenario.directory());
    }

    @FullProof
    @Test
    void encoderThatNeverReturnsIsAbandonedAfterTenSeconds() throws Exception {
        assertThat(replayed("while (tick.id() == 20) { Thread.onSpinWait(); } "))
                .contains("--plugin: example.HostileEncoder has not returned for 10 s at tick 20");
    }
}
