package org.ticktoquote.endtoend;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Marks a test required for a merge but too long for every build: runs with {@code -Dt2q.proof=long} or {@code full}. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@EnabledIfSystemProperty(
        named = "t2q.proof",
        matches = "long|full",
        disabledReason = "SKIPPED: only with -Dt2q.proof=long")
public @interface LongProof {}
