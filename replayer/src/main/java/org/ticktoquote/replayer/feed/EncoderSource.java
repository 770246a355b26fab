package org.ticktoquote.replayer.feed;

import java.util.function.Supplier;

/**
 * Makes the encoders of one class, an instance for each feed.
 *
 * @param encoderClass theirs
 * @param protocol they all have
 */
record EncoderSource(Supplier<TickEncoder> encoders, Class<?> encoderClass, String protocol) {
    /** Of a class, which may be one of a plug-in: one instance is made and asked. */
    static EncoderSource of(Supplier<TickEncoder> encoders) {
        GuardedEncoder encoder = guarded(encoders);
        return new EncoderSource(encoders, encoder.encoderClass(), encoder.protocol());
    }

    private static GuardedEncoder guarded(Supplier<TickEncoder> encoders) {
        return GuardedEncoder.of(encoders, System::nanoTime);
    }

    GuardedEncoder make() {
        return guarded(encoders);
    }
}
