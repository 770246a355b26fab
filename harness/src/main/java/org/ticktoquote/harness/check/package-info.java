/** Checks an application before it is measured: traces one tick through it and diagnoses problems. */
@NullMarked
package org.ticktoquote.harness.check;

import org.jspecify.annotations.NullMarked;
