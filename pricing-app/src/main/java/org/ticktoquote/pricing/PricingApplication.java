package org.ticktoquote.pricing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.DaemonThread;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.control.StatusLine;
import org.ticktoquote.pricing.feed.FeedCounters;
import org.ticktoquote.pricing.feed.FeedReceiver;
import org.ticktoquote.pricing.pipeline.DelayLine;
import org.ticktoquote.pricing.pipeline.Lane.LaneStopped;
import org.ticktoquote.pricing.pipeline.ThreadLayout;
import org.ticktoquote.pricing.pipeline.Threads;
import org.ticktoquote.pricing.truth.Truth;
import org.ticktoquote.pricing.truth.TruthWriter;

/**
 * The running application, from {@link #start} to {@link #stop}.
 *
 * <p>Stopping normally takes less than a second. It stops the receivers, sends the quotes that are due within 250 ms, records
 * later ones as abandoned, and closes port and journals.
 */
final class PricingApplication {
    /** Time for the Logouts of venues; see {@code FixTransport}. A receiver that a full queue blocks longer is interrupted. */
    private static final long RECEIVE_NS = TimeUnit.MILLISECONDS.toNanos(500);

    private static final long DRAIN_NS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long FINISH_NS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long HOUSEKEEPING_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private final ThreadLayout layout;
    private final Threads threads;
    private final @Nullable DelayLine delayLine;
    private final Assembly assembly;
    private final Truth truth;
    private final List<FeedReceiver> receivers;
    private final List<Thread> receiving = new ArrayList<>();
    private final List<Thread> others = new ArrayList<>();
    private final int fixPort;

    private PricingApplication(
            PricingConfiguration configuration,
            Consumer<StatusLine> status,
            Thread.UncaughtExceptionHandler onFailure) {
        NanoClock clock = System::nanoTime;
        this.layout = ThreadLayout.of(configuration.threads(), configuration.publishers());
        this.threads = new Threads(layout, onFailure);
        this.delayLine =
                configuration.waits() ? new DelayLine("pricing-timer", clock, configuration.spinNs(), onFailure) : null;
        this.truth = truth(configuration, onFailure);
        this.assembly = new Assembly(configuration, threads, delayLine, truth, clock);
        List<FeedReceiver> opened = new ArrayList<>();
        try {
            opened.addAll(assembly.openFeeds(status));
            this.fixPort = assembly.openFix(onFailure);
        } catch (ProblemException refusal) {
            opened.forEach(FeedReceiver::close);
            truth.close();
            throw refusal;
        }
        this.receivers = List.copyOf(opened);
        receivers.forEach(receiver -> receiving.add(thread(receiver, onFailure)));
        startThreads(configuration, status, onFailure);
    }

    /** Starts the application. Refuses a port or a journal that cannot be opened. */
    static PricingApplication start(
            PricingConfiguration configuration,
            Consumer<StatusLine> status,
            Thread.UncaughtExceptionHandler onFailure) {
        return new PricingApplication(configuration, status, onFailure);
    }

    private static Truth truth(PricingConfiguration configuration, Thread.UncaughtExceptionHandler onFailure) {
        Path directory = configuration.truth();
        if (directory == null) {
            return Truth.NONE;
        }
        try {
            return TruthWriter.in(Files.createDirectories(directory), configuration.run(), onFailure);
        } catch (IOException e) {
            throw Problem.of(directory)
                    .fault("cannot be created", e)
                    .under("--truth")
                    .exception(ExitStatus.ENVIRONMENT, e);
        }
    }

    private void startThreads(
            PricingConfiguration configuration,
            Consumer<StatusLine> status,
            Thread.UncaughtExceptionHandler onFailure) {
        threads.start();
        if (delayLine != null) {
            delayLine.start();
        }
        if (configuration.churn() != null) {
            others.add(configuration.churn().start(onFailure));
        }
        Thread housekeeping = DaemonThread.of("pricing-status", () -> keepHouse(status), onFailure);
        housekeeping.start();
        others.add(housekeeping);
        receiving.forEach(Thread::start);
    }

    /** Reviews waiting requests and reports gaps periodically, until interrupted. */
    private void keepHouse(Consumer<StatusLine> status) {
        long gapsReported = 0;
        try {
            while (!Thread.currentThread().isInterrupted()) {
                assembly.review();
                FeedCounters.Counts counts = assembly.feedCounts();
                if (counts.gaps() != gapsReported) {
                    gapsReported = counts.gaps();
                    status.accept(StatusLine.of("gap", counts));
                }
                LockSupport.parkNanos(HOUSEKEEPING_NS);
            }
        } catch (LaneStopped e) {
            // asked to end
        }
    }

    /** Returns the receiver's thread. The first has the layout's name. Threads of further venues are numbered. */
    private Thread thread(FeedReceiver receiver, Thread.UncaughtExceptionHandler onFailure) {
        String first = layout.threadNames().get(0);
        int number = receiving.size();
        String name = number == 0 ? first : String.format(Locale.ROOT, "%s-%02d", first, number);
        return DaemonThread.of(name, () -> receive(receiver), onFailure);
    }

    private static void receive(FeedReceiver receiver) {
        try {
            receiver.run();
        } catch (LaneStopped e) {
            // asked to end
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int fixPort() {
        return fixPort;
    }

    int feedPort() {
        return receivers.get(0).port();
    }

    /** Returns the names in the order of the components. */
    List<String> threadNames() {
        return layout.threadNames();
    }

    FeedCounters.Counts feedCounts() {
        return assembly.feedCounts();
    }

    void stop() {
        receivers.forEach(FeedReceiver::close);
        others.forEach(Thread::interrupt);
        endReceiving(System.nanoTime() + RECEIVE_NS);
        drain(System.nanoTime() + DRAIN_NS);
        assembly.closeFix();
        threads.finish(System.nanoTime() + FINISH_NS);
        if (delayLine != null) {
            delayLine.stop();
        }
        assembly.abandon();
        truth.close();
    }

    private void endReceiving(long deadlineNs) {
        try {
            for (Thread thread : receiving) {
                TimeUnit.NANOSECONDS.timedJoin(thread, deadlineNs - System.nanoTime());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        receiving.forEach(Thread::interrupt);
    }

    /**
     * Waits a short time for held quotes to be sent as scheduled. Then flushes the rest to the publishers, which record them
     * as abandoned.
     */
    private void drain(long deadlineNs) {
        threads.drain(deadlineNs);
        if (delayLine == null) {
            return;
        }
        awaitEmpty(delayLine, deadlineNs);
        assembly.abandonHeld();
        delayLine.flush();
        long flushedNs = System.nanoTime() + DRAIN_NS;
        do {
            awaitEmpty(delayLine, flushedNs);
            threads.drain(flushedNs);
        } while (!delayLine.empty() && System.nanoTime() - flushedNs < 0);
    }

    private static void awaitEmpty(DelayLine line, long deadlineNs) {
        while (!line.empty() && System.nanoTime() - deadlineNs < 0) {
            Thread.onSpinWait();
        }
    }
}
