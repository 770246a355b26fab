package org.ticktoquote.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.core.control.ReplayerReady;
import org.ticktoquote.core.net.Endpoint;
import org.ticktoquote.core.net.FeedBinding;
import org.ticktoquote.core.net.FeedVenue;
import org.ticktoquote.core.run.RunDirectory;

class PacketCapturesTest {
    private static final Endpoint FIX = new Endpoint("127.0.0.1", 9876);

    @TempDir
    private Path folder;

    private static ReplayerReady.Output output(String feed, List<FeedVenue> venues) {
        return new ReplayerReady.Output(feed, FeedBinding.REPLAYER, venues, "", Map.of(), List.of(), Map.of());
    }

    @ParameterizedTest
    @CsvSource({
        "udp://127.0.0.1:40001, udp port 40001 or tcp port 9876 or ip[6:2]",
        "tcp://10.0.0.1:7?x=y, tcp port 7 or tcp port 9876 or ip[6:2]",
    })
    void capturesThePortsOfTheRunAtAnyVlanDepth(String feed, String start) {
        List<String> filters = PacketCaptures.filters(output(feed, List.of()), List.of(FIX));
        assertThat(filters).hasSize(2).allSatisfy(filter -> assertThat(filter).startsWith(start));
        assertThat(filters.get(0).split("tcp port 9876", -1)).hasSize(4);
        assertThat(filters.get(1)).doesNotContain("vlan");
    }

    @Test
    void capturesEachVenueOnce() {
        FeedVenue venue = new FeedVenue("EBS", "FIX.4.4", "APP", "127.0.0.1", 5001, false, 299, List.of());
        assertThat(PacketCaptures.filters(output("fix://127.0.0.1:0", List.of(venue, venue)), List.of(FIX))
                        .get(1))
                .startsWith("tcp port 5001 or tcp port 9876 or ip[6:2]");
    }

    @Test
    void capturesTheAddressesOfAllSessions() throws IOException {
        Path template = Files.writeString(
                folder.resolve("bank.yaml"),
                "{defaults: {connect: 'a:5001'}, sessions: {1: {connect: 'b:5002'}, 2: {connect: 'c:5001'}}}");
        List<Endpoint> connects = SessionTemplate.connects(template);
        assertThat(connects).extracting(Endpoint::toString).containsExactly("a:5001", "b:5002", "c:5001");
        assertThat(PacketCaptures.filters(output("udp://127.0.0.1:40001", List.of()), connects)
                        .get(1))
                .startsWith("udp port 40001 or tcp port 5001 or tcp port 5002 or ip[6:2]");
    }

    @ParameterizedTest
    @CsvSource({"aeron+udp://127.0.0.1:40001", "mine://x"})
    void capturesEverythingIfFeedPortsAreUnknown(String feed) {
        assertThat(PacketCaptures.filters(output(feed, List.of()), List.of(FIX)))
                .containsExactly("");
    }

    @ParameterizedTest
    @CsvSource({
        "10 20 30, false", "10, false", "10 10 -, false", "30 20, true",
        "-, false", "- 20 30, true", "4294967290 4294967295, false", "big-endian 255 256, false",
        "big-endian 256 255, true"
    })
    void isOverwrittenIfAFileStartsLaterThanTheNext(String seconds, boolean overwritten) throws IOException {
        String[] files = seconds.replace("big-endian ", "").split(" ");
        ByteOrder order = seconds.startsWith("big-endian") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        for (int i = 0; i < files.length; i++) {
            ByteBuffer file = ByteBuffer.allocate(40).order(order).putInt(0, 0xa1b2c3d4);
            if (files[i].equals("-")) {
                file.limit(24);
            } else {
                file.putInt(24, (int) Long.parseLong(files[i]));
            }
            byte[] bytes = new byte[file.limit()];
            file.get(bytes);
            Files.write(folder.resolve("capture-2.pcap" + i), bytes);
        }
        assertThat(PacketCaptures.isOverwritten(new RunDirectory(folder), "capture-2"))
                .isEqualTo(overwritten);
        assertThat(PacketCaptures.files(new RunDirectory(folder), "capture-2")).hasSize(files.length);
    }
}
