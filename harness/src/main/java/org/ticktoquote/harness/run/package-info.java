/** One run, from its plan to its manifest. */
@NullMarked
package org.ticktoquote.harness.run;

import org.jspecify.annotations.NullMarked;
