package org.ticktoquote.host.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;

/** This host's tcpdump. Checks privilege and filter before the capture starts. Runs without a shell. */
public final class Tcpdump {
    /** Files in the ring; the oldest is overwritten when all are full. */
    public static final int FILES = 8;

    private static final String OPTION = "--capture";
    private static final String PROGRAM = "tcpdump";
    /** Interface names that the kernel allows: at most 15 bytes, without slash or space. */
    private static final Pattern INTERFACE = Pattern.compile("[^-\\s/][^\\s/]{0,14}");
    /** Buffer size in KiB: 64 MiB. The default of 2 MiB overflows in a burst. */
    private static final String BUFFER = "65536";
    /** Longer than any frame, including those joined by segmentation offload. */
    private static final String SNAPLEN = "262144";

    private static final long MILLION = 1_000_000;
    private static final Pattern REFUSED = Pattern.compile("permission|not permitted|denied", Pattern.CASE_INSENSITIVE);

    private final Path program;
    private final String networkInterface;

    private Tcpdump(Path program, String networkInterface) {
        this.program = program;
        this.networkInterface = networkInterface;
    }

    /** Returns whether a text can be an interface name. */
    public static boolean isInterface(String name) {
        return INTERFACE.matcher(name).matches();
    }

    /**
     * Returns tcpdump for an interface.
     *
     * @throws ProblemException if tcpdump, interface or privilege is missing, with the command that grants the privilege
     */
    public static Tcpdump on(String networkInterface) {
        return on(
                networkInterface,
                find().orElseThrow(() -> problem(networkInterface)
                        .fault("cannot be captured: tcpdump is not installed")
                        .expected("the package tcpdump")
                        .exception(ExitStatus.ENVIRONMENT)));
    }

    /** Rejects the first interface that cannot be captured or does not accept the filter. */
    public static void requireAll(List<String> networkInterfaces, Optional<String> filter) {
        for (String each : networkInterfaces) {
            String ignored = on(each).suitable(List.of(filter.orElse("")));
        }
    }

    static Tcpdump on(String networkInterface, Path program) {
        if (!isInterface(networkInterface)) {
            throw problem(networkInterface)
                    .expected("the name of a network interface, as ip link shows it")
                    .exception();
        }
        Tcpdump found = new Tcpdump(program, networkInterface);
        found.requirePrivilege();
        return found;
    }

    /** Searches PATH and two more folders, which are often missing from the PATH of unprivileged users. */
    private static Optional<Path> find() {
        String path = System.getenv().getOrDefault("PATH", "/usr/bin:/bin");
        return Stream.concat(Stream.of(path.split(":", -1)), Stream.of("/usr/sbin", "/sbin"))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, PROGRAM))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static Problem problem(String networkInterface) {
        return Problem.of(OPTION).value(networkInterface);
    }

    /** Checks the privilege by listing link types, which opens the interface as a capture does. */
    private void requirePrivilege() {
        CommandRunner.CommandResult said = CommandRunner.run(
                List.of(program.toString(), "-i", networkInterface, "--time-stamp-precision=nano", "-L"));
        if (said.status() == 0) {
            return;
        }
        Problem problem = problem(networkInterface);
        if (REFUSED.matcher(said.errors()).find()) {
            throw problem.fault("cannot be captured: tcpdump lacks the privilege, which 'sudo setcap cap_net_raw=eip "
                            + real() + "' grants")
                    .exception(ExitStatus.ENVIRONMENT);
        }
        throw problem.fault("cannot be captured: " + said.errorSummary()).exception(ExitStatus.ENVIRONMENT);
    }

    /** Returns the program without symbolic links, which setcap does not accept. */
    private Path real() {
        try {
            return program.toRealPath();
        } catch (IOException unreadable) {
            return program;
        }
    }

    /**
     * Returns the command that captures into files {@code FILE0}, {@code FILE1} and so on, as tcpdump numbers them.
     *
     * @param file file path without a number
     * @param limitBytes size limit of all files together
     * @param filters pcap-filter(7) expressions; the first valid one is used, an empty one captures everything
     * @throws ProblemException if none is valid for the interface
     */
    public List<String> command(Path file, long limitBytes, List<String> filters) {
        List<String> command = new ArrayList<>(List.of(
                program.toString(),
                "-i",
                networkInterface,
                "-n",
                "-s",
                SNAPLEN,
                "-B",
                BUFFER,
                "--time-stamp-precision=nano",
                "-w",
                file.toString(),
                "-C",
                Long.toString(Math.max(1, limitBytes / FILES / MILLION)),
                "-W",
                Integer.toString(FILES)));
        if (isRoot()) {
            // tcpdump would otherwise drop to a user who cannot write to the run directory
            command.addAll(List.of("-Z", System.getProperty("user.name")));
        }
        command.add("--");
        command.add(suitable(filters));
        return command;
    }

    private static boolean isRoot() {
        try {
            return Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
        } catch (IOException | UnsupportedOperationException unknown) {
            return false;
        }
    }

    private String suitable(List<String> filters) {
        String complaint = "";
        for (String filter : filters) {
            CommandRunner.CommandResult said =
                    CommandRunner.run(List.of(program.toString(), "-i", networkInterface, "-d", "--", filter));
            if (said.status() == 0) {
                return filter;
            }
            complaint = said.errorSummary();
        }
        throw Problem.of("--capture-filter")
                .value(filters.get(filters.size() - 1))
                .fault("is not a filter: " + complaint)
                .exception();
    }
}
