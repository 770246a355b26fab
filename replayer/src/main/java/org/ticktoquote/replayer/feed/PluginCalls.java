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
import org.ticktoquote.core.command.Refusal;

/**
 * The calls of t2q into one class of a plug-in: how long they take, whether they return, and what they throw, which becomes a
 * refusal that names class, place and cause.
 *
 * <p>One thread calls, and allocates nothing while the class behaves; {@link #requireReturn} is for any thread.
 */
public final class PluginCalls {
    /** A call that takes longer is taken for one that never returns. */
    static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(10);

    /** The same in words. */
    static final String PATIENCE = "10 s";

    private static final long NO_CALL = 0;

    private final String className;
    private final NanoClock clock;
    private final AtomicLong begunNs = new AtomicLong(NO_CALL);
    private volatile boolean abandoned;
    private String place = "";
    private long number;
    private @Nullable Refusal refused;

    /** Of a class that is made with {@code className}. */
    public PluginCalls(String className, NanoClock clock) {
        this.className = className;
        this.clock = clock;
    }

    public String className() {
        return className;
    }

    /**
     * A call begins.
     *
     * @param where words that a number follows, as in {@code tick 17}
     */
    public void begin(String where, long which) {
        place = where;
        number = which;
        refused = null;
        resume();
    }

    /** Whether a call is under way. */
    boolean underWay() {
        return begunNs.getPlain() != NO_CALL;
    }

    /** The class has called back: what follows is not its time. */
    void pause() {
        begunNs.lazySet(NO_CALL);
    }

    /** It goes on. */
    void resume() {
        begunNs.lazySet(Math.max(NO_CALL + 1, clock.nanoTime()));
    }

    /**
     * The call has returned; gives the time since it began or went on.
     *
     * @throws Refusal that was kept from the caller by the class, or where nobody waits any more
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

    /** What the class did that cannot be; thrown by the caller, and by {@link #end} where the class catches it. */
    Refusal refuse(String did, String expected) {
        Refusal fault = Problem.of("--plugin")
                .fault(className + " " + did + " at " + place())
                .expected(expected)
                .refusal(ExitStatus.BAD_INPUT);
        refused = fault;
        return fault;
    }

    /** The refusal of what the class threw. */
    public Refusal failed(Throwable thrown) {
        begunNs.lazySet(NO_CALL);
        if (refused != null) {
            return refused;
        }
        return Problem.of("--plugin")
                .fault(className + " failed at " + place() + ": " + Plugins.words(thrown))
                .refusal(ExitStatus.BAD_INPUT, thrown);
    }

    /** Refuses to wait longer for a call that does not return; should it do so later, it goes no further. */
    public void requireReturn() {
        long since = begunNs.get();
        if (since != NO_CALL && clock.nanoTime() - since > PATIENCE_NS) {
            abandoned = true;
            throw stuck();
        }
    }

    private Refusal stuck() {
        return Problem.of("--plugin")
                .fault(className + " has not returned for " + PATIENCE + " at " + place())
                .refusal(ExitStatus.BAD_INPUT);
    }

    /** Where the last call was or is, in words; exact for the caller, and for one that finds it waiting. */
    public String place() {
        return place + number;
    }

    /**
     * Waits for work of another thread.
     *
     * @param everyMs how often {@code look} is called meanwhile, on this thread; what it throws ends the wait
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
