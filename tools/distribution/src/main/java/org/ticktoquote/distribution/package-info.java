/** Makes what a release holds beside the program: man pages, completions, NOTICE and licences. */
@NullMarked
package org.ticktoquote.distribution;

import org.jspecify.annotations.NullMarked;
