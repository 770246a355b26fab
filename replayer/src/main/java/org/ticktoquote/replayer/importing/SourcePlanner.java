package org.ticktoquote.replayer.importing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.command.UserPath;

/** Finds out what each file is: from its argument, its name and its first row, and from options where these do not tell. */
final class SourcePlanner {
    private final SourceSettings settings;

    SourcePlanner(SourceSettings settings) {
        this.settings = settings;
    }

    /** Throws a {@link Refusal} that names the file and says what is missing. */
    TickSource plan(int index, SourceArgument argument) {
        Path file = argument.file();
        requireFile(file);
        try {
            return isDukascopy(file)
                    ? new DukascopyPlan(settings).plan(index, argument)
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
