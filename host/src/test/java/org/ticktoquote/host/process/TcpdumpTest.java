package org.ticktoquote.host.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.host.command.Refused.assertThatRefused;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.command.ExitStatus;

/** Uses scripts that print the output of tcpdump. */
class TcpdumpTest {
    @TempDir
    private Path folder;

    private Path tcpdump(String script) throws IOException {
        Path file = Files.writeString(folder.resolve("tcpdump"), "#!/bin/sh\n" + script + "\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            You don't have permission to perform this capture on that device | tcpdump lacks the privilege, which \
            'sudo setcap cap_net_raw=eip PROGRAM' grants
            No such device exists | tcpdump: eth0: No such device exists
            """)
    void reportsWhyAnInterfaceCannotBeCaptured(String reason, String reported) throws IOException {
        Path program = tcpdump("echo \"tcpdump: eth0: " + reason + "\" >&2; exit 1");
        assertThatRefused(ExitStatus.ENVIRONMENT, () -> Tcpdump.on("eth0", program))
                .hasMessage("--capture: 'eth0' cannot be captured: "
                        + reported.replace("PROGRAM", program.toRealPath().toString()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-z", "", "a b", "eth0/../x", "a-name-of-16-bytes", "eth0\n"})
    void refusesInvalidInterfaceWithoutStartingTcpdump(String text) throws IOException {
        Path program = tcpdump("touch " + folder.resolve("started"));
        assertThatRefused(() -> Tcpdump.on(text, program));
        assertThat(folder.resolve("started")).doesNotExist();
    }

    @Test
    void passesFilterAsOneNonOptionArgument() throws IOException {
        String hostile = "-z reboot; $(reboot)";
        List<String> command = Tcpdump.on("eth0", tcpdump("exit 0"))
                .command(folder.resolve("c.pcap"), 2_000_000_000, List.of(hostile));
        assertThat(command).endsWith("--", hostile).containsSequence("-i", "eth0");
        assertThat(command)
                .containsSequence("-B", "65536")
                .contains("--time-stamp-precision=nano")
                .containsSequence("-w", folder.resolve("c.pcap").toString())
                .containsSequence("-C", "250", "-W", "8");
    }

    @ParameterizedTest
    @CsvSource({"vlan or udp, udp", "udp, udp"})
    void usesFirstFilterTheInterfaceAccepts(String first, String taken) throws IOException {
        Tcpdump tcpdump = Tcpdump.on("any", tcpdump("case \"$*\" in *vlan*) exit 1;; esac"));
        assertThat(tcpdump.command(folder.resolve("c.pcap"), 1, List.of(first, "udp")))
                .endsWith("--", taken);
    }

    @Test
    void refusesInvalidFilter() throws IOException {
        Path program = tcpdump(
                "case \"$*\" in *-d*) echo \"tcpdump: can't parse filter expression: syntax error\" >&2; exit 1;; esac");
        assertThatRefused(
                        ExitStatus.USAGE,
                        () -> Tcpdump.on("eth0", program).command(folder.resolve("c.pcap"), 1, List.of("prt 5")))
                .hasMessage(
                        "--capture-filter: 'prt 5' is not a filter: tcpdump: can't parse filter expression: syntax error");
    }
}
