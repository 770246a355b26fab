/** Settings of a run in the terms of {@code t2q run}: parsed, checked and made into a plan. */
@NullMarked
package org.ticktoquote.harness.settings;

import org.jspecify.annotations.NullMarked;
