package org.ticktoquote.endtoend;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Marks a test required for a release: runs with {@code -Dt2q.proof=full}. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@EnabledIfSystemProperty(named = "t2q.proof", matches = "full", disabledReason = "SKIPPED: only with -Dt2q.proof=full")
public @interface FullProof {}
