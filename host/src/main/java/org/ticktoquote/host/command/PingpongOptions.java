package org.ticktoquote.host.command;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.host.pingpong.PingpongRun;
import org.ticktoquote.host.pingpong.Reception;
import org.ticktoquote.host.pingpong.Transport;
import picocli.CommandLine.Option;

/** How a ping-pong is played. */
final class PingpongOptions {
    private static final int SHORTEST = 24;
    private static final int HIGHEST_PORT = 65_535;

    @Option(names = "--transport", paramLabel = "T", defaultValue = "udp", description = "udp or tcp (default: udp)")
    Transport transport = Transport.UDP;

    @Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "1000",
            description = "messages a second of the open loop; 0 for the closed loop (default: ${DEFAULT-VALUE})")
    int rate;

    @Option(
            names = "--sizes",
            paramLabel = "BYTES",
            split = ",",
            defaultValue = "64,1024",
            description = "message sizes, measured one after the other (default: ${DEFAULT-VALUE})")
    List<Integer> sizes = new ArrayList<>();

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            defaultValue = "2s",
            converter = DurationText.class,
            description = "for each size (default: ${DEFAULT-VALUE})")
    long durationNs;

    @Option(
            names = "--warm-up",
            paramLabel = "TIME",
            defaultValue = "1s",
            converter = DurationText.class,
            description =
                    "sent before and not counted; the closed loop sends 1,000 messages (default: ${DEFAULT-VALUE})")
    long warmUpNs;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "1s",
            converter = DurationText.class,
            description = "after which a reply is lost (default: ${DEFAULT-VALUE})")
    long timeoutNs;

    @Option(
            names = "--receive",
            paramLabel = "WAY",
            defaultValue = "blocking",
            description =
                    "blocking, busy-poll (SO_BUSY_POLL) or spin (takes a whole CPU), of client or server (default:"
                            + " ${DEFAULT-VALUE})")
    String receive = "";

    @Option(
            names = "--cpu",
            paramLabel = "N",
            defaultValue = "-1",
            description = "CPU for the thread that receives (default: any)")
    int cpu;

    Reception reception() {
        return Arrays.stream(Reception.values())
                .filter(way -> way.word().equals(receive.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> Problem.of("--receive")
                        .value(receive)
                        .expected("blocking, busy-poll or spin")
                        .refusal());
    }

    /** The address of an option; without a host the loopback interface. */
    InetSocketAddress address(String option, String text) {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? "" : text.substring(0, colon).replaceAll("^\\[|]$", "");
        String port = text.substring(colon + 1);
        if (!port.matches("[0-9]{1,5}") || Integer.parseInt(port) > HIGHEST_PORT) {
            throw Problem.of(option)
                    .value(text)
                    .expected("HOST:PORT, as in 10.0.0.1:7400")
                    .refusal();
        }
        InetSocketAddress address = host.isEmpty()
                ? new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(port))
                : new InetSocketAddress(host, Integer.parseInt(port));
        if (address.isUnresolved()) {
            throw Problem.of(option)
                    .value(text)
                    .fault("is a host that is not known here")
                    .refusal(ExitStatus.ENVIRONMENT);
        }
        return address;
    }

    /** What a server of one's own is started with. */
    List<String> serverArguments() {
        mistakes();
        return List.of("--transport", transport.name(), "--receive", reception().word());
    }

    /** The run that these options describe, or a refusal that names everything wrong. */
    PingpongRun run(InetSocketAddress server) {
        mistakes();
        return new PingpongRun(transport, server, reception(), sizes, rate, warmUpNs, durationNs, timeoutNs, cpu);
    }

    private void mistakes() {
        List<Problem> wrong = new ArrayList<>();
        if (rate < 0 || rate > 1_000_000) {
            wrong.add(Problem.of("--rate").value(rate).expected("0 (closed loop) to 1000000"));
        }
        if (sizes.stream().anyMatch(size -> size < SHORTEST || size > transport.longest())) {
            String given = sizes.stream().map(String::valueOf).collect(Collectors.joining(","));
            wrong.add(Problem.of("--sizes")
                    .value(given)
                    .expected(SHORTEST + ".." + transport.longest() + " bytes for "
                            + transport.name().toLowerCase(Locale.ROOT)));
        }
        if (cpu < -1) {
            wrong.add(Problem.of("--cpu").value(cpu).expected("the number of a CPU, or -1 for any"));
        }
        if (durationNs <= 0 || timeoutNs <= 0) {
            wrong.add(Problem.of(durationNs <= 0 ? "--duration" : "--timeout").expected("more than 0"));
        }
        if (PingpongRun.messages(rate, warmUpNs) + PingpongRun.messages(rate, durationNs) > PingpongRun.MOST_MESSAGES) {
            wrong.add(Problem.of("--rate")
                    .value(rate)
                    .fault("makes too many messages of --warm-up or --duration")
                    .expected(PingpongRun.MOST_MESSAGES + " at most"));
        }
        if (!wrong.isEmpty()) {
            throw new Refusal(ExitStatus.USAGE, wrong);
        }
    }
}
