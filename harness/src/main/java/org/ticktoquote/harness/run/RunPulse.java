package org.ticktoquote.harness.run;

import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.run.HostPulse;

/**
 * Measures the pulse of this host before and after a run, while no application is running. A host without loopback has no
 * pulse. Used by one thread, except {@link #interrupt()}.
 */
final class RunPulse {
    private final @Nullable Supplier<HostPulse> meter;
    private final Progress progress;
    private Map<String, String> before = Map.of();
    private Optional<BiConsumer<String, String>> facts = Optional.empty();
    private volatile @Nullable Thread measuring;

    /**
     * Creates the pulse of a run.
     *
     * @param meter measures the pulse; null for none
     */
    RunPulse(@Nullable Supplier<HostPulse> meter, Progress progress) {
        this.meter = meter;
        this.progress = progress;
    }

    /** Ends a measurement. Callable from any thread. */
    void interrupt() {
        Thread waiting = measuring;
        if (waiting != null) {
            waiting.interrupt();
        }
    }

    /** Measures before anything is started. */
    void before() throws InterruptedException {
        before = measured(HostPulse.BEFORE);
    }

    /** Adds the pulse before the run to the facts of its manifest. {@link #after} then adds the pulse after the run. */
    void record(BiConsumer<String, String> manifest) {
        before.forEach(manifest);
        facts = Optional.of(manifest);
    }

    /** Measures after everything has ended. An interruption does not change the run's outcome. */
    void after() {
        facts.ifPresent(manifest -> {
            try {
                measured(HostPulse.AFTER).forEach(manifest);
            } catch (InterruptedException interrupted) {
                progress.stage("pulse of the host: interrupted");
            }
        });
    }

    private Map<String, String> measured(String prefix) throws InterruptedException {
        if (meter == null) {
            return Map.of();
        }
        progress.stage("measuring the pulse of the host");
        measuring = Thread.currentThread();
        try {
            return meter.get().facts(prefix);
        } catch (ProblemException refusal) {
            if (refusal.status() == ExitStatus.INTERRUPTED) {
                throw new InterruptedException("interrupted by the user");
            }
            progress.stage("no pulse of the host: " + refusal.getMessage());
            return Map.of();
        } finally {
            measuring = null;
            Thread.interrupted(); // clears an interruption that came too late
        }
    }
}
