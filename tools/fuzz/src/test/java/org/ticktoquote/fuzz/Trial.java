package org.ticktoquote.fuzz;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.journal.JournalException;

/** Runs one target with one input and checks its result. */
record Trial(FuzzTarget target, Path folder) {
    /** Limit of the allocation for an input of some kilobytes. Includes LZMA dictionaries of up to 64 MiB per reading. */
    static final long MAX_BYTES = 512L << 20;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /**
     * Gives an input to the target, in all its variants.
     *
     * @return whether the last variant was accepted
     * @throws AssertionError on excessive allocation, or if the product refuses the input as its own fault; other unexpected
     * exceptions are thrown as they are
     */
    boolean of(byte[] input) {
        boolean taken = false;
        for (byte[] variant : target.variants(input.clone())) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            taken = taken(variant);
            if (THREADS.getCurrentThreadAllocatedBytes() - before > MAX_BYTES) {
                confirm(variant);
            }
        }
        return taken;
    }

    /** Repeats the trial, because the first one can include loading and instrumenting classes. */
    private void confirm(byte[] variant) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        taken(variant);
        long used = THREADS.getCurrentThreadAllocatedBytes() - before;
        if (used > MAX_BYTES) {
            throw new AssertionError(used + " bytes allocated for an input of " + variant.length);
        }
    }

    private boolean taken(byte[] input) {
        try {
            target.read(input, folder);
            return true;
        } catch (ProblemException refusal) {
            if (refusal.status() == ExitStatus.FAULT) {
                throw new AssertionError("refused as a fault of the product", refusal);
            }
            return false;
        } catch (JournalException refused) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            clear();
        }
    }

    private void clear() {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .filter(file -> !file.equals(folder))
                    .forEach(Trial::delete);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
