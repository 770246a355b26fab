package org.ticktoquote.replayer.importing;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;

/** Payloads that cannot be taken: the first of them, and how many there are. */
final class BadPayloads {
    private static final int LISTED = 20;

    private final List<Problem> listed = new ArrayList<>();
    private long count;

    void add(Path file, long offset, Problem problem) {
        if (count++ < LISTED) {
            listed.add(problem.at(Problem.Place.atByte(file, offset)));
        }
    }

    /** What was bad, as the rest of a sentence; empty where nothing was. */
    String words() {
        return count == 0
                ? ""
                : "; bad payloads: " + count + ", the first: " + listed.get(0).text();
    }

    long count() {
        return count;
    }

    /** Lists them; ends the import where they may not be left out. */
    void require(boolean skipBad, Path out, PrintWriter to) {
        listed.forEach(problem -> to.println(problem.text()));
        to.flush();
        if (count > 0 && !skipBad) {
            throw Problem.of(out)
                    .fault("is not written: bad payloads: " + count + ", "
                            + (count > LISTED ? "the first " + LISTED + " are listed above" : "listed above")
                            + "; leave them out with --skip-bad")
                    .refusal(ExitStatus.BAD_INPUT);
        }
    }
}
