package org.ticktoquote.wire.packet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.ticktoquote.wire.FrameBytes.bytes;
import static org.ticktoquote.wire.FrameBytes.ethernet;
import static org.ticktoquote.wire.FrameBytes.gre;
import static org.ticktoquote.wire.FrameBytes.ipv4;
import static org.ticktoquote.wire.FrameBytes.join;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.wire.CaptureFiles;
import org.ticktoquote.wire.WirePacket;

/** Compares packets with those that tshark finds in the same file. */
class TsharkTest {
    private static final long NOW = 1_793_971_800_000_000_000L;

    @TempDir
    private Path folder;

    @Test
    void findsTheSamePacketsAsTshark() throws Exception {
        boolean there = Stream.of((System.getenv("PATH") + ":/usr/sbin").split(":"))
                .anyMatch(each -> Files.isExecutable(Path.of(each, "tshark")));
        assumeTrue(there, "there is no tshark");
        Path file = capture().write(folder.resolve("capture.pcapng"));
        List<String> found = new ArrayList<>();
        CaptureFiles.read(List.of(file), new Packets(packet -> found.add(describe(packet)))::frame);
        assertThat(found).hasSize(10).containsExactlyElementsOf(tshark(file));
    }

    private static WirePacket tcp(int identification) {
        return WirePacket.tcp("10.0.0.1:4001", "10.0.0.2:6001")
                .payload("abc")
                .sequence(0xFFFF_FFFFL)
                .acknowledged(7)
                .identification(identification);
    }

    private static CaptureFiles capture() {
        WirePacket six =
                WirePacket.udp("[2001:db8::1]:4001", "[2001:db8::2]:6001").payload("0123456789ABCDEF");
        byte[] carrier = join(bytes(0x10, 0, 0x88, 0xBE, 0, 0, 0, 1, 0x10, 0), new byte[6]);
        byte[] vxlan = join(bytes(8, 0, 0, 0, 0, 0, 7, 0), tcp(5).ethernet());
        List<byte[]> frames = new ArrayList<>(List.of(
                tcp(1).ethernet(),
                tcp(3).tcpOptions(bytes(1, 1, 1, 0)).tagged(0x88A80007, 0x81000008),
                ethernet(0x0800, ipv4(47, gre(0x6558, tcp(2).ethernet()))),
                ethernet(0x0800, ipv4(47, join(carrier, tcp(4).ethernet()))),
                WirePacket.udp("10.9.0.1:1", "10.9.0.2:4789").payload(vxlan).ethernet(),
                ethernet(0x8847, join(bytes(0, 1, 1, 64), tcp(6).ip())),
                six.ethernet()));
        frames.addAll(six.identification(99).ethernetFragments(16));
        frames.add(tcp(8).ipOptions(bytes(1, 1, 1, 0)).ethernet());
        frames.add(join(tcp(9).payload("").ethernet(), new byte[6]));
        CaptureFiles file = CaptureFiles.pcapng();
        for (int i = 0; i < frames.size(); i++) {
            file.frame(NOW + 1_000L * i, frames.get(i));
        }
        return file;
    }

    private static String describe(Packet packet) {
        boolean tcp = packet.protocol == Packet.TCP;
        return String.join(
                "\t",
                Long.toString(packet.number),
                Integer.toString(tcp ? packet.from.port : 0),
                Integer.toString(packet.to.port),
                tcp ? Integer.toUnsignedString(packet.sequence) : "0",
                Integer.toString(packet.wireLength));
    }

    private static List<String> tshark(Path file) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("tshark", "-n", "-r", file.toString()));
        command.addAll(List.of("-o", "tcp.relative_sequence_numbers:FALSE", "-o", "tcp.desegment_tcp_streams:FALSE"));
        command.addAll(List.of("-Y", "tcp || udp", "-T", "fields", "-E", "occurrence=l"));
        for (String field : List.of(
                "frame.number", "tcp.srcport", "tcp.dstport", "tcp.seq_raw", "tcp.len", "udp.dstport", "udp.length")) {
            command.addAll(List.of("-e", field));
        }
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return output.lines()
                .map(line -> line.split("\t", -1))
                .map(TsharkTest::packet)
                .toList();
    }

    private static String packet(String[] fields) {
        boolean tcp = !fields[1].isEmpty();
        return tcp
                ? String.join("\t", fields[0], fields[1], fields[2], fields[3], fields[4])
                : String.join("\t", fields[0], "0", fields[5], "0", Integer.toString(Integer.parseInt(fields[6]) - 8));
    }
}
