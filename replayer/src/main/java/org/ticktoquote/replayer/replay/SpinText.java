package org.ticktoquote.replayer.replay;

import org.ticktoquote.core.command.DurationText;
import picocli.CommandLine.ITypeConverter;

/** The value of {@code --spin}: a duration, {@code always} for a sender that never sleeps, or {@code auto}. */
final class SpinText implements ITypeConverter<Spin> {
    static final String AUTO = "auto";

    private final DurationText duration = new DurationText();

    @Override
    public Spin convert(String value) {
        return switch (value) {
            case AUTO -> Spin.DEFAULT;
            case "always" -> Spin.of(Spin.NEVER_ASLEEP);
            default -> Spin.of(duration.convert(value));
        };
    }
}
