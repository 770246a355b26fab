package org.ticktoquote.replayer.importing;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.ticktoquote.core.command.Counted;
import org.ticktoquote.core.command.Denial;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;

/** All files of a command line, understood; whatever is wrong with any of them is reported at once. */
record SourceList(SourceSettings settings, Path out, PrintWriter list) {

    /**
     * Throws a {@link Refusal} when one of the files cannot be understood.
     *
     * @param fix takes captures and logs; their sources come after all others
     */
    List<TickSource> plan(List<String> arguments, FixSources fix) {
        SourcePlanner planner = new SourcePlanner(settings);
        List<TickSource> sources = new ArrayList<>();
        List<Refusal> refusals = new ArrayList<>();
        for (String argument : arguments) {
            try {
                SourceArgument source = SourceArgument.parse(argument);
                requireOther(source.file());
                if (!fix.takes(source)) {
                    sources.add(planner.plan(sources.size(), source));
                }
            } catch (Refusal refusal) {
                refusals.add(refusal);
            }
        }
        requireNone(refusals, arguments.size());
        sources.addAll(fix.read(sources.size()));
        return sources;
    }

    private void requireOther(Path file) {
        if (file.toAbsolutePath().normalize().equals(out.toAbsolutePath().normalize())) {
            throw Problem.of(file)
                    .fault("is also given as --out; it would be replaced")
                    .refusal();
        }
    }

    private void requireNone(List<Refusal> refusals, int files) {
        if (refusals.size() == 1) {
            throw refusals.get(0);
        }
        if (!refusals.isEmpty()) {
            refusals.stream().limit(BadRows.KEPT).forEach(refusal -> list.println(refusal.getMessage()));
            list.flush();
            throw Problem.ofFault(String.format(
                            Locale.ROOT,
                            "%d of %s cannot be imported, for the reasons above",
                            refusals.size(),
                            Counted.of(files, "file")))
                    .refusal(Denial.status(refusals));
        }
    }
}
