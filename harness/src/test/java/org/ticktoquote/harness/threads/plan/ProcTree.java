package org.ticktoquote.harness.threads.plan;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.ticktoquote.host.state.CpuList;

/** A {@code /proc} of a test's own making: threads appear, run, rename themselves and end as the test says. */
public record ProcTree(Path root) {
    /** Adds or changes a thread. */
    public void put(
            long pid, long tid, String name, char state, int cpu, long startTicks, CpuList allowed, long switches) {
        Path folder = root.resolve(pid + "/task/" + tid);
        String stat = tid + " (" + name + ") " + state + " 1 " + pid + " " + pid + " 0 -1 0 0 0 0 0 1 1 0 0 20 0 1 0 "
                + startTicks + " 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 " + cpu + " 0 0 0\n";
        write(folder.resolve("stat"), stat);
        write(
                folder.resolve("status"),
                "Name:\t" + name + "\nCpus_allowed_list:\t" + allowed + "\nvoluntary_ctxt_switches:\t" + switches
                        + "\nnonvoluntary_ctxt_switches:\t0\n");
        write(root.resolve(pid + "/stat"), stat);
    }

    /** A thread ends. */
    public void end(long pid, long tid) {
        try (Stream<Path> files = Files.walk(root.resolve(pid + "/task/" + tid))) {
            List<Path> all = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : all) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Path file, String text) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
