package org.ticktoquote.replayer.importing;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.ticktoquote.core.command.Counted;
import org.ticktoquote.core.command.Denial;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.command.UserPath;

/**
 * Finds out what each file of a command line is: from its argument, its name and its first rows, and from options where these do not
 * tell. Whatever is wrong with any of them is reported at once.
 */
record SourcePlanner(SourceSettings settings, Path out, PrintWriter list) {

    /**
     * Throws a {@link Refusal} when one of the files cannot be understood.
     *
     * @param fix takes captures and logs; their sources come after all others
     */
    List<TickSource> plan(List<String> arguments, FixSources fix) {
        List<TickSource> sources = new ArrayList<>();
        List<Refusal> refusals = new ArrayList<>();
        for (String argument : arguments) {
            try {
                SourceArgument source = SourceArgument.parse(argument);
                requireOther(source.file());
                if (!fix.takes(source)) {
                    sources.add(plan(sources.size(), source));
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

    /** Throws a {@link Refusal} that names the file and says what is missing. */
    private TickSource plan(int index, SourceArgument argument) {
        Path file = argument.file();
        requireFile(file);
        try {
            return isDukascopy(file)
                    ? DukascopyRowReader.plan(index, argument, settings)
                    : new TextPlan(settings).plan(index, argument);
        } catch (IOException e) {
            throw Problem.of(file).fault(TickContent.damage(e)).refusal(ExitStatus.BAD_INPUT, e);
        }
    }

    private boolean isDukascopy(Path file) {
        boolean named = file.getFileName().toString().toLowerCase(Locale.ROOT).endsWith(".bi5");
        return settings.format().map(format -> format == Format.BI5).orElse(named);
    }

    private static void requireFile(Path file) {
        if (Files.isDirectory(file)) {
            throw Problem.ofValue(file)
                    .fault("is a folder; name the files in it")
                    .refusal();
        }
        UserPath.regularInput(file);
    }

    static Refusal missing(Path file, String what, String remedy) {
        return Problem.of(file)
                .fault("its name does not say the " + what + "; give it " + remedy)
                .refusal();
    }
}
