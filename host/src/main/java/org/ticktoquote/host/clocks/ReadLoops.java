package org.ticktoquote.host.clocks;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;

/** Makes loops over clocks. */
final class ReadLoops {
    private static final byte[] TEMPLATE = template();

    private ReadLoops() {}

    private static byte[] template() {
        String name = TemplateLoop.class.getSimpleName() + ".class";
        try (InputStream in = TemplateLoop.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new FileNotFoundException(name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Loops over the clock that the handle of type {@code ()long} reads. */
    static ReadLoop of(MethodHandle clock) {
        try {
            Lookup copy = MethodHandles.lookup().defineHiddenClassWithClassData(TEMPLATE, clock, true);
            return (ReadLoop) copy.lookupClass().getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
