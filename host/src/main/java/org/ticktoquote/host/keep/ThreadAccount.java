package org.ticktoquote.host.keep;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.file.WholeFile;
import org.ticktoquote.host.keep.MaskRestorer.Restored;
import org.ticktoquote.host.keep.ThreadAccount.ThreadLine;

/**
 * {@code threads.json}: what became of the threads of a run under its plan.
 *
 * @param plan as the user named it
 * @param planText everything that decides where threads go
 * @param machine CPUs that the run could use
 * @param claim {@code managed}, or {@code managed (shared)} where two of application, its JVM and harness have a CPU in common
 * @param notes what a user of the plan should know of this machine
 * @param sets that the plan used, with the number of threads in each
 * @param totals over the threads
 * @param watch what keeping them there cost
 * @param restored what undoing came to
 * @param threads each one, by party, process and id
 */
public record ThreadAccount(
        int formatVersion,
        String plan,
        String planText,
        String machine,
        String claim,
        List<String> notes,
        Map<String, Long> sets,
        Totals totals,
        Watch watch,
        Restored restored,
        List<ThreadLine> threads) {
    static final int FORMAT_VERSION = 2;
    private static final int MOST_PROBLEMS = 3;

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    public ThreadAccount {
        notes = List.copyOf(notes);
        threads = List.copyOf(threads);
    }

    /**
     * Over all threads that were ever seen.
     *
     * @param managed threads that the plan places
     * @param leftAlone threads that it says nothing of
     * @param unmanaged of the managed ones those for which the plan was not in force: the sum of the next three, each thread once
     * @param refused by the kernel
     * @param outside seen on another CPU in the measured part
     * @param changedByOthers whose mask became another one
     * @param newcomers that appeared after the plan was applied
     * @param corrected newcomers with an inherited mask that was not the plan's
     * @param ended before the run did
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
     * The watching itself.
     *
     * @param looks at all threads
     * @param longestGapNs between two looks: a thread that lived shorter may never have been seen
     * @param cpuNs processor time of the watching thread
     * @param elapsedNs from its begin to its end
     * @param problem why it ended early; empty when it did not
     */
    public record Watch(long looks, long longestGapNs, long cpuNs, long elapsedNs, String problem) {
        static final Watch NONE = new Watch(0, 0, 0, 0, "");
    }

    /** As the result table prints it, as in {@code managed (shared): 214 threads in 3 sets, 0 outside}. */
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
                : text.append("; the watch ended: ").append(watch.problem).toString();
    }

    private static void append(StringBuilder text, long count, String what) {
        if (count > 0) {
            text.append(", ").append(count).append(' ').append(what);
        }
    }

    /** How many threads were not where the plan claims; one at least when nobody watched to the end. */
    public long unmanaged() {
        return Math.max(totals.unmanaged, watch.problem.isEmpty() ? 0 : 1);
    }

    /** The first threads for which the plan was not in force, for people. */
    private static String problems(List<ThreadLine> lines) {
        List<String> found = lines.stream()
                .filter(line -> !line.problem().isEmpty())
                .map(line -> line.name() + " (" + line.tid() + ") " + line.problem())
                .toList();
        String first = String.join("; ", found.subList(0, Math.min(MOST_PROBLEMS, found.size())));
        return found.size() > MOST_PROBLEMS ? first + "; and " + (found.size() - MOST_PROBLEMS) + " more" : first;
    }

    /** For the host facts of the manifest, under a name of theirs. */
    public Map<String, String> facts(String name) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put(name, summary());
        facts.put(name + ".plan", plan);
        facts.put(name + ".sets", sets.toString().replaceAll("[{}]", "").replace("=", ": "));
        facts.put(
                name + ".newcomers",
                totals.newcomers + ", of which " + totals.corrected + " had to be moved; " + totals.ended + " ended");
        facts.put(
                name + ".watch",
                watch.looks + " looks, at most " + DurationText.format(watch.longestGapNs) + " apart, "
                        + DurationText.format(watch.cpuNs) + " of CPU in " + DurationText.format(watch.elapsedNs));
        facts.put(name + ".restored", restored.words());
        if (totals.unmanaged > 0) {
            facts.put(name + ".problems", problems(threads));
        }
        if (!notes.isEmpty()) {
            facts.put(name + ".notes", String.join(" ", notes));
        }
        return facts;
    }

    /** Writes the file of a run. */
    public void write(Path file, UUID run) {
        try {
            ObjectNode content = JSON.createObjectNode().put("identity", run.toString());
            content.setAll((ObjectNode) JSON.valueToTree(this));
            WholeFile.write(file, JSON.writeValueAsString(content) + "\n");
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw Problem.of(file).fault("cannot be written", e).refusal(ExitStatus.ENVIRONMENT, e);
        }
    }

    /**
     * One thread of {@code threads.json}. Samples, switches and the mask after are of the measured part.
     *
     * @param who {@code application}, {@code application-jvm}, {@code replayer}, {@code clients} or {@code harness}
     * @param name as the kernel keeps it, up to 15 characters
     * @param kind {@code gc}, {@code compiler}, {@code vm} or {@code other}
     * @param policy of scheduling as last seen: {@code other}, {@code fifo}, {@code rr}, {@code batch}, {@code idle} or
     *     {@code deadline}; {@code unknown} of one that was seen once
     * @param priority 1 to 99 of a real-time thread; else 0
     * @param rule of the plan that placed it
     * @param before CPUs that it was allowed when it was first seen
     * @param requested CPUs of the plan; {@code unmanaged} where it leaves the thread alone
     * @param after CPUs read back at the end of the measured part, or as last known
     * @param cpusSeen CPUs that it ran on, as sampled
     * @param samples looks at it
     * @param outside how many of them found it on another CPU than requested
     * @param changedByOthers how often its mask had become another one, in the whole run
     * @param voluntarySwitches of a thread that ended meanwhile unknown: 0
     * @param involuntarySwitches likewise
     * @param newcomer whether it appeared after the plan was applied
     * @param corrected whether such a thread had inherited another mask than the plan's
     * @param ended whether it ended before the run did
     * @param problem why the plan was not in force for it; empty when it was
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
