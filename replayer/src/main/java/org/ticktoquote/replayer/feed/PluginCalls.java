package org.ticktoquote.replayer.feed;

import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;

/**
 * Guards calls into one class of a plug-in. Measures their time, detects calls that do not return, and converts exceptions
 * into {@link ProblemException}s that name class, place and cause.
 *
 * <p>One thread makes the calls. Allocates nothing while the class behaves. {@link #checkReturned} is safe for any thread.
 */
public final class PluginCalls {
    /** Time after which a call counts as hanging. */
    static final long CALL_LIMIT_NS = TimeUnit.SECONDS.toNanos(10);

    static final String CALL_LIMIT = "10 s";

    private static final long NO_CALL = 0;

    private final String className;
    private final NanoClock clock;
    private final AtomicLong begunNs = new AtomicLong(NO_CALL);
    private volatile boolean abandoned;
    private String place = "";
    private long number;
    private @Nullable ProblemException refused;

    public PluginCalls(String className, NanoClock clock) {
        this.className = className;
        this.clock = clock;
    }

    public String className() {
        return className;
    }

    /**
     * Marks the beginning of a call.
     *
     * @param where text before the number, with a trailing space, such as {@code "tick "} for {@code tick 17}
     */
    public void begin(String where, long which) {
        place = where;
        number = which;
        refused = null;
        resume();
    }

    boolean underWay() {
        return begunNs.getPlain() != NO_CALL;
    }

    /** Stops the clock while the class calls back into t2q. */
    void pause() {
        begunNs.lazySet(NO_CALL);
    }

    void resume() {
        begunNs.lazySet(Math.max(NO_CALL + 1, clock.nanoTime()));
    }

    /**
     * Marks the return of a call. Returns the time in ns since the call started or resumed.
     *
     * @throws ProblemException if the class swallowed one, or {@link #checkReturned} has reported the call as stuck
     */
    public long end() {
        long tookNs = clock.nanoTime() - begunNs.getPlain();
        begunNs.lazySet(NO_CALL);
        if (refused != null) {
            throw refused;
        }
        if (abandoned) {
            throw stuck();
        }
        return tookNs;
    }

    /**
     * Returns the exception for an illegal action of the class. The caller throws it, and {@link #end} throws it again if the
     * class catches it.
     */
    ProblemException refuse(String did, String expected) {
        ProblemException fault = Problem.of("--plugin")
                .fault(className + " " + did + " at " + place())
                .expected(expected)
                .exception(ExitStatus.BAD_INPUT);
        refused = fault;
        return fault;
    }

    /** Returns the exception that reports a throwable of the class. */
    public ProblemException failed(Throwable thrown) {
        begunNs.lazySet(NO_CALL);
        if (refused != null) {
            return refused;
        }
        return Problem.of("--plugin")
                .fault(className + " failed at " + place() + ": " + Plugins.describe(thrown))
                .exception(ExitStatus.BAD_INPUT, thrown);
    }

    /** Throws a {@link ProblemException} if the current call has not returned in time. {@link #end} then throws as well. */
    public void checkReturned() {
        long since = begunNs.get();
        if (since != NO_CALL && clock.nanoTime() - since > CALL_LIMIT_NS) {
            abandoned = true;
            throw stuck();
        }
    }

    private ProblemException stuck() {
        return Problem.of("--plugin")
                .fault(className + " has not returned for " + CALL_LIMIT + " at " + place())
                .exception(ExitStatus.BAD_INPUT);
    }

    /** Describes the place of the last or current call. Exact for the calling thread and while a call hangs. */
    private String place() {
        return place + number;
    }

    /**
     * Waits for the result of another thread.
     *
     * @param everyMs interval at which {@code look} runs on this thread; an exception from it ends the wait
     */
    public static <T> T await(Future<T> work, long everyMs, Runnable look) {
        while (true) {
            try {
                return work.get(everyMs, TimeUnit.MILLISECONDS);
            } catch (TimeoutException stillRunning) {
                look.run();
            } catch (ExecutionException e) {
                throw e.getCause() instanceof RuntimeException failure
                        ? failure
                        : new IllegalStateException(e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw (CancellationException) new CancellationException("interrupted").initCause(e);
            }
        }
    }
}
