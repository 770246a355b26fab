/** A realistic pricing application, the default system under test: its command line, its configuration, its assembly. */
@NullMarked
package org.ticktoquote.pricing;

import org.jspecify.annotations.NullMarked;
