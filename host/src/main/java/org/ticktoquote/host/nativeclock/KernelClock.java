package org.ticktoquote.host.nativeclock;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Clocks of the kernel, read with direct calls to the C library. Ids are from {@code linux/time.h}. */
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

    /** Returns the call, as in {@code clock_gettime(CLOCK_MONOTONIC)}. */
    public String call() {
        return "clock_gettime(CLOCK_" + name() + ")";
    }

    /**
     * Returns a handle of type {@code ()long} that reads nanoseconds; keep it in a static final field. It owns its result
     * buffer, so each thread needs its own handle.
     *
     * @throws UnsupportedOperationException with the reason if the clock is unavailable
     */
    public MethodHandle reader() {
        Time time = new Time();
        MethodHandle call = function("clock_gettime", MethodType.methodType(int.class, int.class, long.class));
        return MethodHandles.filterReturnValue(
                MethodHandles.insertArguments(call, 0, id, time.address()), time.method("timespec"));
    }

    /** Returns a handle for {@code gettimeofday}, converted to nanoseconds; see {@link #reader()}. */
    public static MethodHandle timeOfDayReader() {
        Time time = new Time();
        MethodHandle call = function("gettimeofday", MethodType.methodType(int.class, long.class, long.class));
        return MethodHandles.filterReturnValue(
                MethodHandles.insertArguments(call, 0, time.address(), 0L), time.method("timeval"));
    }

    private static MethodHandle function(String name, MethodType type) {
        requireJava();
        Pointer function = NativeLibrary.getInstance("c").getFunction(name);
        return at(Pointer.nativeValue(function), type);
    }

    /** Buffer for a {@code struct timespec} or {@code timeval} of a 64-bit system: seconds, then the fraction. */
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

        @SuppressWarnings("unused") // called through its handle
        long timespec(int status) {
            check(status);
            return bytes.getLong(0) * 1_000_000_000L + bytes.getLong(FRACTION);
        }

        @SuppressWarnings("unused") // called through its handle
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

    static final int NEEDED_JAVA = 22;

    private static final String API = "java.lang.foreign.";

    /**
     * Links the function at an address.
     *
     * @throws UnsupportedOperationException with the reason if Java is too old or native access is not granted
     */
    static MethodHandle at(long address, MethodType type) {
        requireJava();
        try {
            return link(address, type);
        } catch (InvocationTargetException refused) {
            throw new UnsupportedOperationException(
                    "Java refuses native access (--enable-native-access=ALL-UNNAMED grants it): " + refused.getCause(),
                    refused);
        } catch (ReflectiveOperationException unknown) {
            throw new UnsupportedOperationException(
                    "Java " + Runtime.version().feature() + " has another " + API + "Linker: " + unknown, unknown);
        }
    }

    /**
     * Checks that this Java version supports native linking.
     *
     * @throws UnsupportedOperationException if this Java is too old
     */
    static void requireJava() {
        int java = Runtime.version().feature();
        if (java < NEEDED_JAVA) {
            throw new UnsupportedOperationException("needs Java " + NEEDED_JAVA + " or newer, this is Java " + java);
        }
    }

    private static MethodHandle link(long address, MethodType type) throws ReflectiveOperationException {
        Class<?> linker = api("Linker");
        Class<?> option = api("Linker$Option");
        Class<?> segment = api("MemorySegment");
        Class<?> descriptor = api("FunctionDescriptor");
        Object options = Array.newInstance(option, 1);
        Array.set(options, 0, option.getMethod("critical", boolean.class).invoke(null, false));
        Object function = segment.getMethod("ofAddress", long.class).invoke(null, address);
        Object handle = linker.getMethod("downcallHandle", segment, descriptor, options.getClass())
                .invoke(linker.getMethod("nativeLinker").invoke(null), function, describe(type), options);
        return (MethodHandle) handle;
    }

    private static Object describe(MethodType type) throws ReflectiveOperationException {
        Class<?> layout = api("MemoryLayout");
        Object parameters = Array.newInstance(layout, type.parameterCount());
        for (int i = 0; i < type.parameterCount(); i++) {
            Array.set(parameters, i, layoutOf(type.parameterType(i)));
        }
        return api("FunctionDescriptor")
                .getMethod("of", layout, parameters.getClass())
                .invoke(null, layoutOf(type.returnType()), parameters);
    }

    private static Object layoutOf(Class<?> type) throws ReflectiveOperationException {
        return api("ValueLayout")
                .getField(type == int.class ? "JAVA_INT" : "JAVA_LONG")
                .get(null);
    }

    private static Class<?> api(String name) throws ClassNotFoundException {
        return Class.forName(API + name);
    }
}
