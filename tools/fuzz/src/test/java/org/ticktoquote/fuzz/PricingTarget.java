package org.ticktoquote.fuzz;

import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.pricing.PricingCommand;
import picocli.CommandLine;

/** Values of options of the built-in application, one per line. None of these options names a host or a file. */
final class PricingTarget implements FuzzTarget {
    private static final List<String> OPTIONS = List.of(
            "--hold",
            "--conflation",
            "--fault",
            "--churn",
            "--half-spreads",
            "--stale-after",
            "--skew",
            "--spin",
            "--echo",
            "--sessions",
            "--threads",
            "--composite",
            "--begin-string");
    private static final PricingCommand COMMAND = new PricingCommand();
    private static final PrintWriter NOWHERE = new PrintWriter(Writer.nullWriter());
    private static final CommandLine LINE =
            new CommandLine(COMMAND).setOut(NOWHERE).setErr(NOWHERE).setExpandAtFiles(false);

    @Override
    public void read(byte[] input, Path folder) {
        List<String> arguments = new ArrayList<>(List.of("--check", "--feed=udp://127.0.0.1:40001", "--fix-port=9876"));
        String[] values = new String(input, StandardCharsets.UTF_8).split("\n", -1);
        for (int i = 0; i < Math.min(values.length, OPTIONS.size()); i++) {
            if (!values[i].isEmpty() && !values[i].contains("file:")) {
                arguments.add(OPTIONS.get(i) + '=' + values[i]);
            }
        }
        try {
            LINE.parseArgs(arguments.toArray(String[]::new));
        } catch (CommandLine.ParameterException e) {
            throw Problem.ofFault(String.valueOf(e.getMessage())).exception(ExitStatus.USAGE, e);
        }
        try {
            COMMAND.call();
        } catch (InterruptedException e) {
            throw new AssertionError("--check waits for nothing", e);
        }
    }

    @Override
    public Map<String, byte[]> seeds() {
        return Map.of(
                "options",
                "\n10ms\n\n\n5,10\n1s\n1\n20us\n278\n3\n4\n\nFIX.4.4".getBytes(StandardCharsets.UTF_8),
                "none",
                new byte[] {'\n'});
    }
}
