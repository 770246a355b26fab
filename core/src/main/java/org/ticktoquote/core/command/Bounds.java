package org.ticktoquote.core.command;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Bounds of a numeric option, declared with the option. The command line, the keys of a matrix and the JSON Schema all
 * enforce them. Durations are in nanoseconds.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Bounds {
    double HOUR_NS = 3.6e12;

    /** Exclusive lower bound. */
    double above() default Double.NEGATIVE_INFINITY;

    /** Inclusive lower bound. */
    double least() default Double.NEGATIVE_INFINITY;

    /** Inclusive upper bound. */
    double most() default Double.POSITIVE_INFINITY;

    /** Expectation shown for a value out of bounds, such as {@code 1..1000}. */
    String expected();

    /** Checks the options of a command against their bounds. */
    final class Check {
        private Check() {}

        /**
         * Returns the problems of the options that a class declares, in order of declaration. Options that were not given
         * have none.
         *
         * @param options option values filled by picocli
         */
        public static List<Problem> problems(Object options) {
            return Arrays.stream(options.getClass().getDeclaredFields())
                    .filter(field -> field.isAnnotationPresent(Bounds.class))
                    .flatMap(field -> problem(field, options).stream())
                    .toList();
        }

        /** Throws a {@link ProblemException} if any option is out of bounds. */
        public static void require(Object... options) {
            ProblemException.throwIfAny(
                    Stream.of(options).flatMap(each -> problems(each).stream()).toList());
        }

        private static Optional<Problem> problem(Field field, Object options) {
            Bounds bounds = field.getAnnotation(Bounds.class);
            Option option = field.getAnnotation(Option.class);
            Number number = number(field, options);
            if (number == null || within(bounds, number.doubleValue())) {
                return Optional.empty();
            }
            boolean duration = Stream.of(option.converter()).anyMatch(DurationText.class::equals);
            Object value = duration ? DurationText.format(number.longValue()) : number;
            return Optional.of(Problem.of(option.names()[0]).value(value).expected(bounds.expected()));
        }

        private static boolean within(Bounds bounds, double number) {
            return number > bounds.above() && number >= bounds.least() && number <= bounds.most();
        }

        private static @Nullable Number number(Field field, Object options) {
            try {
                field.setAccessible(true);
                return (Number) field.get(options);
            } catch (IllegalAccessException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
    }
}
