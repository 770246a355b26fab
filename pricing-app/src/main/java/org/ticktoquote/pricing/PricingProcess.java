package org.ticktoquote.pricing;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.ShutdownHook;
import org.ticktoquote.core.control.ApplicationProtocol;
import org.ticktoquote.core.control.ControlChannel;
import org.ticktoquote.core.control.ControlCommand;
import org.ticktoquote.core.control.ProcessProtocol;
import org.ticktoquote.core.control.StatusLine;

/**
 * Runs the process until the command {@code stop}, the end of its input, the failure of a thread, or Ctrl-C. Reports ready
 * at the start. Finally closes the journals and reports the end.
 */
final class PricingProcess implements ControlChannel.Listener {
    private static final long FAREWELL_S = 2;

    private final ControlChannel control;
    private final CountDownLatch end = new CountDownLatch(1);
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    PricingProcess(ControlChannel control) {
        this.control = control;
    }

    int run(Supplier<PricingConfiguration> configuration) {
        try {
            work(configuration.get());
        } catch (ProblemException refusal) {
            control.report(StatusLine.of(
                    ProcessProtocol.FAILED, new ProcessProtocol.Failed(String.valueOf(refusal.getMessage()))));
            throw refusal;
        }
        return ExitStatus.OK.code();
    }

    private void work(PricingConfiguration configuration) {
        PricingApplication application = PricingApplication.start(configuration, control::report, this::fail);
        // keeps the process alive after a signal until the main thread has closed the journals
        try (ShutdownHook farewell =
                new ShutdownHook("pricing-farewell", end::countDown, FAREWELL_S, PricingProcess::tooLate)) {
            control.report(StatusLine.of(
                    ProcessProtocol.READY,
                    new ApplicationProtocol.Ready(
                            application.fixPort(), application.feedPort(), application.threadNames())));
            control.receiveInBackground(this);
            awaitEnd();
            application.stop();
            reportEnd(application);
        }
    }

    private static void tooLate() {
        throw new IllegalStateException("the journals could not be closed in time");
    }

    private void reportEnd(PricingApplication application) {
        Throwable cause = failure.get();
        if (cause instanceof ProblemException refusal) {
            throw refusal;
        }
        if (cause != null) {
            control.report(StatusLine.of(ProcessProtocol.FAILED, new ProcessProtocol.Failed(cause.toString())));
            throw new IllegalStateException("a thread of the application failed", cause);
        }
        control.report(StatusLine.of(ProcessProtocol.DONE, application.feedCounts()));
    }

    private void fail(Thread thread, Throwable cause) {
        fail(cause);
    }

    private void fail(Throwable cause) {
        failure.compareAndSet(null, cause);
        end.countDown();
    }

    private void awaitEnd() {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void onCommand(ControlCommand command) {
        if (!command.name().equals(ProcessProtocol.STOP)) {
            throw Problem.ofValue(command.name())
                    .fault("is not a command of the pricing application")
                    .expected("stop")
                    .exception();
        }
        end.countDown();
    }

    @Override
    public void onRefused(ProblemException refusal) {
        fail(refusal);
    }

    @Override
    public void onClosed() {
        end.countDown();
    }
}
