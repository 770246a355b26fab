package org.ticktoquote.core.command;

import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;

/**
 * Parses decimal numbers such as {@code 5} or {@code 0.25}: digits with an optional fraction, unlike
 * {@link Double#parseDouble}, which takes {@code 30d} for 30.
 */
public final class DecimalText implements ITypeConverter<Double> {
    private static final Pattern FORM = Pattern.compile("[0-9]+(\\.[0-9]+)?");

    /** Parses a number; NaN if the text is not a decimal number. */
    public static double parse(String text) {
        return FORM.matcher(text).matches() ? Double.parseDouble(text) : Double.NaN;
    }

    /** @throws ProblemException naming the text and the expected form */
    @Override
    public Double convert(String value) {
        double number = parse(value);
        if (Double.isNaN(number)) {
            throw Problem.ofValue(value).expected("a number, as in 0.5").exception();
        }
        return number;
    }
}
