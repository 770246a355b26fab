package org.ticktoquote.replayer.replay;

import org.ticktoquote.core.command.DurationText;
import picocli.CommandLine.ITypeConverter;

/** The value of {@code --spin}: a duration, or {@code always} for a pacer that never parks. */
final class SpinText implements ITypeConverter<Long> {
    static final long ALWAYS_NS = Long.MAX_VALUE;

    private final DurationText duration = new DurationText();

    @Override
    public Long convert(String value) {
        return value.equals("always") ? (Long) ALWAYS_NS : duration.convert(value);
    }
}
