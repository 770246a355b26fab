package org.ticktoquote.host.keep;

import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.file.AtomicFile;
import org.ticktoquote.core.file.JsonText;
import org.ticktoquote.core.file.Sha256;
import org.ticktoquote.host.keep.MaskRestorer.Restored;
import org.ticktoquote.host.keep.ThreadReport.ThreadLine;

/**
 * {@code threads.json}: how well the threads of a run followed its plan.
 *
 * @param plan plan's name as the user gave it
 * @param planText text of the plan, with everything that decides the placement
 * @param machine CPUs that the run could use
 * @param claim {@code managed}, or {@code managed (shared)} if any two of application, JVM and harness share a CPU
 * @param notes remarks about the plan on this machine
 * @param sets CPU sets in use, with the number of threads in each
 * @param totals sums over all threads
 * @param watch cost of the watching thread
 * @param restored result of the restore
 * @param threads thread lines, ordered by owner, process and id
 */
public record ThreadReport(
        int formatVersion,
        String plan,
        String planText,
        String machine,
        String claim,
        List<String> notes,
        Map<String, Long> sets,
        Totals totals,
        WatchCost watch,
        Restored restored,
        List<ThreadLine> threads) {
    static final int FORMAT_VERSION = 2;
    private static final int MAX_PROBLEMS = 3;
    private static final int HASH_DIGITS = 12;

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    public ThreadReport {
        notes = List.copyOf(notes);
        threads = List.copyOf(threads);
    }

    /**
     * Totals over all threads ever seen.
     *
     * @param managed threads that the plan places
     * @param leftAlone threads that the plan does not place
     * @param unmanaged threads for which the plan was not in force: refused, outside or changed by others, each counted once
     * @param refused threads whose mask the kernel refused
     * @param outside threads seen outside their CPUs in the measured part
     * @param changedByOthers threads whose mask another process or the thread itself changed
     * @param newcomers threads that appeared after the plan was applied
     * @param corrected newcomers whose inherited mask was not the plan's
     * @param ended threads that ended before the run ended
     */
    public record Totals(
            long managed,
            long leftAlone,
            long unmanaged,
            long refused,
            long outside,
            long changedByOthers,
            long newcomers,
            long corrected,
            long ended) {}

    /**
     * Cost and coverage of the watch.
     *
     * @param looks number of polls
     * @param longestGapNs longest time between two polls; threads with a shorter life can be missed
     * @param cpuNs CPU time of the watching thread
     * @param elapsedNs time from start to end
     * @param problem why it ended early; empty if it did not
     */
    public record WatchCost(long looks, long longestGapNs, long cpuNs, long elapsedNs, String problem) {
        static final WatchCost NONE = new WatchCost(0, 0, 0, 0, "");
    }

    /** Formats for the result table, as in {@code managed (shared): 214 threads in 3 sets, 0 outside}. */
    public String summary() {
        StringBuilder text = new StringBuilder(claim)
                .append(": ")
                .append(totals.managed)
                .append(" threads in ")
                .append(sets.size())
                .append(sets.size() == 1 ? " set, " : " sets, ")
                .append(totals.outside)
                .append(" outside");
        append(text, totals.refused, "refused");
        append(text, totals.changedByOthers, "changed by others");
        append(text, totals.leftAlone, "left alone");
        return watch.problem.isEmpty()
                ? text.toString()
                : text.append("; monitoring stopped: ").append(watch.problem).toString();
    }

    private static void append(StringBuilder text, long count, String what) {
        if (count > 0) {
            text.append(", ").append(count).append(' ').append(what);
        }
    }

    /** Returns the number of threads for which the plan was not in force; at least one if the watch ended early. */
    public long unmanaged() {
        return Math.max(totals.unmanaged, watch.problem.isEmpty() ? 0 : 1);
    }

    /** Describes the first threads for which the plan was not in force. */
    private static String problems(List<ThreadLine> lines) {
        List<String> found = lines.stream()
                .filter(line -> !line.problem().isEmpty())
                .map(line -> line.name() + " (" + line.tid() + ") " + line.problem())
                .toList();
        String first = String.join("; ", found.subList(0, Math.min(MAX_PROBLEMS, found.size())));
        return found.size() > MAX_PROBLEMS ? first + "; and " + (found.size() - MAX_PROBLEMS) + " more" : first;
    }

    /** Returns facts for the manifest. Their names begin with {@code name}. */
    public Map<String, String> facts(String name) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put(name, summary());
        facts.put(name + ".plan", plan);
        if (!planText.equals(plan)) {
            facts.put(name + ".planSha256", Sha256.ofText(planText, HASH_DIGITS));
        }
        facts.put(name + ".sets", sets.toString().replaceAll("[{}]", "").replace("=", ": "));
        facts.put(
                name + ".newcomers",
                totals.newcomers + " (" + totals.corrected + " had to be moved), " + totals.ended + " ended");
        facts.put(
                name + ".watch",
                watch.looks + " samples, at most " + DurationText.format(watch.longestGapNs) + " apart, "
                        + DurationText.format(watch.cpuNs) + " of CPU in " + DurationText.format(watch.elapsedNs));
        facts.put(name + ".restored", restored.description());
        if (totals.unmanaged > 0) {
            facts.put(name + ".problems", problems(threads));
        }
        if (!notes.isEmpty()) {
            facts.put(name + ".notes", String.join(" ", notes));
        }
        return facts;
    }

    public void write(Path file, UUID run) {
        ObjectNode content = JSON.createObjectNode().put("identity", run.toString());
        content.setAll((ObjectNode) JSON.valueToTree(this));
        FileAccess.write(file, () -> AtomicFile.write(file, JsonText.of(JSON, content) + "\n"));
    }

    /**
     * Thread in {@code threads.json}. Samples, switches and {@code after} refer to the measured part.
     *
     * @param who {@code application}, {@code application-jvm}, {@code replayer}, {@code clients} or {@code harness}
     * @param name kernel's name, up to 15 bytes
     * @param kind {@code gc}, {@code compiler}, {@code vm} or {@code other}
     * @param policy scheduling policy as last seen: {@code other}, {@code fifo}, {@code rr}, {@code batch}, {@code idle} or
     * {@code deadline}; {@code unknown} for a thread seen only once
     * @param priority 1 to 99 for a real-time thread, otherwise 0
     * @param rule rule of the plan that placed the thread
     * @param before its mask when first seen
     * @param requested CPUs of the plan; {@code unmanaged} if the plan leaves the thread alone
     * @param after mask at the end of the measured part, or as last known
     * @param cpusSeen CPUs that it ran on, as sampled
     * @param samples number of samples
     * @param outside samples on a CPU other than requested
     * @param changedByOthers changes of its mask by others in the whole run
     * @param voluntarySwitches 0 if the thread ended in the measured part
     * @param involuntarySwitches 0 if the thread ended in the measured part
     * @param newcomer whether it appeared after the plan was applied
     * @param corrected whether it is a newcomer whose inherited mask was not the plan's
     * @param ended whether it ended before the run ended
     * @param problem why the plan was not in force for it; empty if it was
     */
    record ThreadLine(
            String who,
            long pid,
            long tid,
            String name,
            String kind,
            String policy,
            int priority,
            String rule,
            String before,
            String requested,
            String after,
            String cpusSeen,
            long samples,
            long outside,
            int changedByOthers,
            long voluntarySwitches,
            long involuntarySwitches,
            boolean newcomer,
            boolean corrected,
            boolean ended,
            String problem) {
        static final String LEFT_ALONE = "unmanaged";
    }
}
