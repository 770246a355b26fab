package org.ticktoquote.host.nativeclock;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The clocks of the kernel, read by direct calls of the C library; ids of {@code linux/time.h}. */
public enum KernelClock {
    REALTIME(0),
    MONOTONIC(1),
    MONOTONIC_RAW(4),
    REALTIME_COARSE(5),
    MONOTONIC_COARSE(6),
    BOOTTIME(7),
    TAI(11);

    private static final int TIME_BYTES = 16;
    private static final int FRACTION = 8;

    private final int id;

    KernelClock(int id) {
        this.id = id;
    }

    /** As in {@code clock_gettime(CLOCK_MONOTONIC)}. */
    public String call() {
        return "clock_gettime(CLOCK_" + name() + ")";
    }

    /**
     * A handle of type {@code ()long} that returns nanoseconds; keep it in a static final field. It writes to memory of its
     * own, so that each thread needs one of its own.
     *
     * @throws UnsupportedOperationException saying what is missing
     */
    public MethodHandle reader() {
        Time time = new Time();
        MethodHandle call = function("clock_gettime", MethodType.methodType(int.class, int.class, long.class));
        return MethodHandles.filterReturnValue(
                MethodHandles.insertArguments(call, 0, id, time.address()), time.method("timespec"));
    }

    /**
     * {@code gettimeofday}, the older call with microseconds, as a handle of type {@code ()long} that returns nanoseconds;
     * otherwise as {@link #reader()}.
     */
    public static MethodHandle timeOfDayReader() {
        Time time = new Time();
        MethodHandle call = function("gettimeofday", MethodType.methodType(int.class, long.class, long.class));
        return MethodHandles.filterReturnValue(
                MethodHandles.insertArguments(call, 0, time.address(), 0L), time.method("timeval"));
    }

    private static MethodHandle function(String name, MethodType type) {
        ForeignCalls.requireJava();
        Pointer function = NativeLibrary.getInstance("c").getFunction(name);
        return ForeignCalls.at(Pointer.nativeValue(function), type);
    }

    /** Memory for a {@code struct timespec} or {@code timeval} of a 64-bit system: seconds, then the fraction. */
    private static final class Time {
        private final ByteBuffer bytes = ByteBuffer.allocateDirect(TIME_BYTES).order(ByteOrder.nativeOrder());

        long address() {
            return Pointer.nativeValue(Native.getDirectBufferPointer(bytes));
        }

        MethodHandle method(String name) {
            try {
                return MethodHandles.lookup()
                        .findVirtual(Time.class, name, MethodType.methodType(long.class, int.class))
                        .bindTo(this);
            } catch (ReflectiveOperationException impossible) {
                throw new IllegalStateException(impossible);
            }
        }

        @SuppressWarnings("unused") // by its handle
        long timespec(int status) {
            check(status);
            return bytes.getLong(0) * 1_000_000_000L + bytes.getLong(FRACTION);
        }

        @SuppressWarnings("unused") // by its handle
        long timeval(int status) {
            check(status);
            return (bytes.getLong(0) * 1_000_000L + bytes.getLong(FRACTION)) * 1_000;
        }

        private static void check(int status) {
            if (status != 0) {
                throw new UnsupportedOperationException("the kernel does not have this clock");
            }
        }
    }
}
