package org.ticktoquote.replayer.importing;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;

/** Whether what a survey found may become a recording. */
record SurveyVerdict(List<SourceFindings> findings, List<Problem> damaged, BadRows badRows, Path out) {

    /**
     * Lists what is wrong, and throws a {@link Refusal} unless it is only bad rows that may be skipped. A damaged file is
     * never skipped: nobody could say how much of it is missing.
     */
    void require(boolean skipBad, PrintWriter list) {
        badRows.lines().forEach(list::println);
        damaged.stream().limit(BadRows.KEPT).map(Problem::text).forEach(list::println);
        list.flush();
        if (!damaged.isEmpty()) {
            throw refused("damaged or unreadable files: " + damaged.size() + ", listed above");
        }
        if (badRows.count() > 0 && !skipBad) {
            throw refused(String.format(
                    Locale.ROOT,
                    "bad rows: %,d, listed above; correct them, or leave them out with --skip-bad",
                    badRows.count()));
        }
        if (findings.stream().allMatch(found -> found.total() == 0)) {
            long rows = findings.stream().mapToLong(SourceFindings::rows).sum();
            throw refused(rows == 0 ? "the files hold no quotes" : "no quotes between --from and --to");
        }
    }

    private Refusal refused(String reason) {
        return Problem.of(out).fault("is not written: " + reason).refusal(ExitStatus.BAD_INPUT);
    }
}
