/** Options of {@code t2q run}: parses and checks them, and creates the plan of a run. */
@NullMarked
package org.ticktoquote.harness.settings;

import org.jspecify.annotations.NullMarked;
