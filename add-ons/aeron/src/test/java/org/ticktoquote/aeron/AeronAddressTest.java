package org.ticktoquote.aeron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aeron.ChannelUri;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.replayer.feed.Feeds;

/** Parsing of addresses; an address cannot inject further channel parameters. */
class AeronAddressTest {
    private static final int CNC_BYTES = 4096;

    private static AeronChannel udp(String uri) {
        return new AeronUdp().channel(URI.create(uri));
    }

    private static AeronChannel ipc(String uri) {
        return new AeronIpc().channel(URI.create(uri));
    }

    @Test
    void streamDefaultsTo1001() {
        assertThat(udp("aeron+udp://127.0.0.1:40001").stream()).isEqualTo(1001);
        assertThat(ipc("aeron+ipc:///dev/shm/driver").address()).isEqualTo("aeron+ipc:///dev/shm/driver?stream=1001");
        assertThat(udp("aeron+udp://127.0.0.1:40001?stream=-7").stream()).isEqualTo(-7);
    }

    @Test
    void ipv6AddressKeepsItsBrackets() {
        AeronChannel channel = udp("aeron+udp://[::1]:40001?stream=7&interface=[::1]/128");
        ChannelUri parsed = ChannelUri.parse(channel.channel());
        assertThat(parsed.get("endpoint")).isEqualTo("[::1]:40001");
        assertThat(parsed.get("interface")).isEqualTo("[::1]/128");
        assertThat(channel.address()).isEqualTo("aeron+udp://[::1]:40001?stream=7&interface=[::1]/128");
    }

    @Test
    void applicationGetsTheDirectoryAsAUri() {
        AeronChannel channel = ipc("aeron+ipc:///dev/shm/a%3Fb%20c");
        assertThat(channel.directory()).isEqualTo(Path.of("/dev/shm/a?b c"));
        assertThat(URI.create(channel.address()).getPath()).isEqualTo("/dev/shm/a?b c");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "aeron+udp://127.0.0.1:0; with a port from 1 to 65535",
                "aeron+udp://127.0.0.1:65536; with a port from 1 to 65535",
                "aeron+udp://127.0.0.1:4294967297; with a port from 1 to 65535",
                "aeron+udp://:40001; with a port from 1 to 65535",
                "aeron+udp://[::1]; with a port from 1 to 65535",
                "aeron+udp://127.0.0.1:1|mtu=8k; is not a URI",
                "aeron+udp://127.0.0.1:1?interface=127.0.0.1|mtu=8k; is not a URI",
                "aeron+udp://127.0.0.1:1?interface=127.0.0.1%7Cterm-length=64k; expected an address",
                "aeron+udp://127.0.0.1:1?interface=127.0.0.1%0Ax; expected an address",
                "aeron+udp://127.0.0.1:1?interface=; expected an address",
                "aeron+udp://127.0.0.1:1?stream=; expected a number from",
                "aeron+udp://127.0.0.1:1?stream; has the unknown option 'stream'",
                "aeron+udp://127.0.0.1:1?stream=2147483648; expected a number from",
                "aeron+udp://127.0.0.1:1?term-length=64k; has the unknown option",
                "aeron+udp://224.0.1.1:1?ttl=256; expected a number from 0 to 255",
                "aeron+udp://127.0.0.1:1?dir=%00; expected a path",
                "aeron+ipc:///dev/shm/%00; expected a path",
                "aeron+ipc:///dev/shm/x?stream=7|alias=y; is not a URI",
            })
    void invalidAddressIsRefusedWithAMessage(String uri, String words) {
        assertRefused(uri, words);
    }

    private static void assertRefused(String uri, String words) {
        assertThatThrownBy(() -> Feeds.BUILT_IN.check(uri))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining(words);
    }

    @Test
    void directoryWithoutAParentIsRefused(@TempDir Path folder) {
        assertRefused("aeron+ipc://" + folder.resolve("none/driver"), "expected one in an existing directory");
        assertThat(folder.resolve("none")).doesNotExist();
    }

    @Test
    void directoryOfAnIncompatibleDriverIsRefused(@TempDir Path folder) throws Exception {
        Files.write(
                folder.resolve("cnc.dat"),
                ByteBuffer.allocate(CNC_BYTES).putInt(0, -1).array());
        assertRefused("aeron+ipc://" + folder, "has no running media driver");
    }
}
