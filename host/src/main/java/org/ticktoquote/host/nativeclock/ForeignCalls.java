package org.ticktoquote.host.nativeclock;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;

/**
 * Direct calls of native code through {@code java.lang.foreign}, which is final since Java 22.
 *
 * <p>The interface is looked up at run time, so that classes compiled for Java 17 find it where it exists. Only the making of a
 * handle is reflective: kept in a static final field it compiles to the same call as one made in code that was compiled
 * against the interface. Parameters and results are {@code int} and {@code long}; a pointer is a {@code long}.
 *
 * <p>Every call is <i>critical</i> in the sense of {@code Linker.Option.critical}: it costs no change of the thread's
 * state, and therefore must return quickly and never call back.
 */
final class ForeignCalls {
    static final int NEEDED_JAVA = 22;

    private static final String API = "java.lang.foreign.";

    private ForeignCalls() {}

    /**
     * The function at an address.
     *
     * @throws UnsupportedOperationException saying what is missing: a newer Java, or native access
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
     * Returns where the interface exists.
     *
     * @throws UnsupportedOperationException elsewhere
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
